import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { GroupHeader, TransactionSet } from '../../platform/x12/interchange.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import { countDocument } from './count-document.js';
import { DocumentCommandsService } from './document-commands.service.js';
import type { DocumentOutcome } from './document-outcome.js';
import type { EdiDocument } from './edi-document.entity.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import type { EdiPartner } from './edi-partner.entity.js';

/** The API document limits messages to this length. */
const MAX_MESSAGE = 1_000;

/** A transaction set with its place in an interchange. */
export interface ReceivedDocument {
  interchangeId: number;
  receivedAt: Date;
  position: number;
  group: GroupHeader;
  set: TransactionSet;
}

/** Applies a document once, and an unmatched one again, in one transaction with its record. */
@Injectable()
export class ApplyDocumentService {
  constructor(
    private readonly documents: EdiDocumentsRepository,
    private readonly commands: DocumentCommandsService,
    private readonly transactions: Transactions,
  ) {}

  async execute(tenant: Tenant, partner: EdiPartner, document: ReceivedDocument): Promise<void> {
    try {
      await this.transactions.run(() =>
        this.applyOnce(tenant, document, () => this.commands.apply(tenant, partner, document)),
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
    const { set: setCode, controlNumber, errors: setErrors } = set;
    const { status } = outcome;
    if (status !== stored?.status)
      this.transactions.afterCommit(() => countDocument({ direction: 'inbound', set: setCode, status }));
    const result = {
      status,
      message: outcome.message?.slice(0, MAX_MESSAGE) ?? null,
      reference: outcome.reference ?? stored?.reference ?? null,
      freightId: outcome.freightId ?? null,
      billId: outcome.billId ?? null,
      segmentErrors: outcome.segmentErrors ?? [],
    };
    if (stored) {
      await this.documents.update(tenant, stored.id, { ...result, updatedAt: sql('now()') });
      return;
    }
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
}

function toRejection({ segmentErrors }: TransactionSet): DocumentOutcome {
  return { status: 'rejected', reference: null, segmentErrors };
}
