import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { GroupHeader, TransactionSet } from '../../platform/x12/interchange.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import { ApplyInvoiceCommand } from './apply-invoice.command.js';
import { ApplyShipmentStatusCommand } from './apply-shipment-status.command.js';
import { ApplyTenderResponseCommand } from './apply-tender-response.command.js';
import type { DocumentOutcome } from './document-outcome.js';
import type { EdiDocument } from './edi-document.entity.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import type { EdiPartner, InboundSet } from './edi-partner.entity.js';

/** A transaction set with its place in an interchange. */
export interface ReceivedDocument {
  interchangeId: number;
  position: number;
  group: GroupHeader;
  set: TransactionSet;
}

interface DocumentCommand {
  execute(tenant: Tenant, partner: EdiPartner, set: TransactionSet): Promise<DocumentOutcome>;
}

/** Applies a document once, and an unmatched one again, in one transaction with its record. */
@Injectable()
export class ApplyDocumentService {
  private readonly commands: Record<InboundSet, DocumentCommand>;

  constructor(
    private readonly documents: EdiDocumentsRepository,
    private readonly transactions: Transactions,
    invoices: ApplyInvoiceCommand,
    statuses: ApplyShipmentStatusCommand,
    tenderResponses: ApplyTenderResponseCommand,
  ) {
    this.commands = { '210': invoices, '214': statuses, '990': tenderResponses };
  }

  async execute(tenant: Tenant, partner: EdiPartner, document: ReceivedDocument): Promise<void> {
    try {
      await this.transactions.run(() =>
        this.applyOnce(tenant, document, () => this.apply(tenant, partner, document.set)),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.spec.status >= 500) throw error;
      const outcome: DocumentOutcome = { status: 'unmatched', reference: null, message: error.message };
      await this.transactions.run(() => this.applyOnce(tenant, document, () => Promise.resolve(outcome)));
    }
  }

  /** Returns the documents of an interchange, in the order of the file. */
  async listStored(tenant: Tenant, interchangeId: number): Promise<EdiDocument[]> {
    const documents = await this.documents.listBy(tenant, { interchangeId });
    return documents.sort((a, b) => a.position - b.position);
  }

  private async applyOnce(
    tenant: Tenant,
    { interchangeId, position, group, set }: ReceivedDocument,
    apply: () => Promise<DocumentOutcome>,
  ): Promise<void> {
    await this.documents.lockPosition(tenant, interchangeId, position);
    const stored = await this.documents.findBy(tenant, { interchangeId, position });
    if (stored && stored.status !== 'unmatched') return;
    const outcome = set.errors.length > 0 ? toRejection(set) : await apply();
    const result = {
      status: outcome.status,
      message: outcome.message ?? null,
      reference: outcome.reference ?? stored?.reference ?? null,
      freightId: outcome.freightId ?? null,
      billId: outcome.billId ?? null,
      segmentErrors: outcome.segmentErrors ?? [],
    };
    if (stored) {
      await this.documents.update(tenant, stored.id, { ...result, updatedAt: sql('now()') });
      return;
    }
    const { set: setCode, controlNumber, errors: setErrors } = set;
    await this.documents.insert(tenant, {
      interchangeId,
      position,
      groupHeader: group,
      set: setCode,
      controlNumber,
      setErrors: outcome.setErrors ?? setErrors,
      ...result,
    });
  }

  private async apply(tenant: Tenant, partner: EdiPartner, set: TransactionSet): Promise<DocumentOutcome> {
    const code = partner.inbound.find((inbound) => inbound === set.set);
    // Code 1 of element 718: the set is not supported.
    if (!code) return { status: 'rejected', reference: null, setErrors: ['1'] };
    return this.commands[code].execute(tenant, partner, set);
  }
}

function toRejection({ segmentErrors }: TransactionSet): DocumentOutcome {
  return { status: 'rejected', reference: null, segmentErrors };
}
