import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { GroupHeader, TransactionSet } from '../../platform/x12/interchange.js';
import { ApplyAcknowledgmentCommand } from './apply-acknowledgment.command.js';
import { ApplyInvoiceCommand } from './apply-invoice.command.js';
import { ApplyShipmentStatusCommand } from './apply-shipment-status.command.js';
import { ApplyTenderResponseCommand } from './apply-tender-response.command.js';
import type { DocumentOutcome } from './document-outcome.js';
import type { EdiPartner, InboundSet } from './edi-partner.entity.js';
import { findExpectedGroup } from './functional-groups.js';

const ACKNOWLEDGMENT_SET = '997';

interface DocumentCommand {
  execute(
    tenant: Tenant,
    partner: EdiPartner,
    set: TransactionSet,
    receivedAt: Date,
  ): Promise<DocumentOutcome>;
}

/** Applies a document by its transaction set, in the caller's transaction. */
@Injectable()
export class DocumentCommandsService {
  private readonly commands: Record<InboundSet, DocumentCommand>;

  constructor(
    private readonly acknowledgments: ApplyAcknowledgmentCommand,
    invoices: ApplyInvoiceCommand,
    statuses: ApplyShipmentStatusCommand,
    tenderResponses: ApplyTenderResponseCommand,
  ) {
    this.commands = { '210': invoices, '214': statuses, '990': tenderResponses };
  }

  /** Every partner may send acknowledgments. */
  async apply(
    tenant: Tenant,
    partner: EdiPartner,
    { set, group, receivedAt }: { set: TransactionSet; group: GroupHeader; receivedAt: Date },
  ): Promise<DocumentOutcome> {
    if (set.set === ACKNOWLEDGMENT_SET) return this.acknowledgments.execute(tenant, partner, set);
    const code = partner.inbound.find((inbound) => inbound === set.set);
    // Code 1 of element 718: the set is not supported.
    if (!code) return { status: 'rejected', reference: null, setErrors: ['1'] };
    const expected = findExpectedGroup(code, group.functionalId);
    if (expected !== null) {
      const message = `GS01 is ${JSON.stringify(group.functionalId)}. Send a ${code} in a group ${expected}.`;
      return { status: 'rejected', reference: null, setErrors: ['1'], message };
    }
    return this.commands[code].execute(tenant, partner, set, receivedAt);
  }
}
