import { Injectable } from '@nestjs/common';
import { sanitizeText } from '../../domain/sanitize-text.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { TransactionSet } from '../../platform/x12/interchange.js';
import { ConfirmFreightCommand } from '../freight/booking/confirm-freight.command.js';
import { TenderOutcomeService } from '../freight/booking/tender-outcome.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { FREIGHT_STATES } from '../freight/record/freight-states.js';
import { reject, type DocumentOutcome } from './document-outcome.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { FindEdiShipmentService, toReference } from './find-edi-shipment.service.js';
import { parseTenderResponse, type TenderResponse } from './parse-tender-response.js';

const NO_REASON = 'The carrier gave no reason.';

/** Applies a carrier's response to a tender (set 990). */
@Injectable()
export class ApplyTenderResponseCommand {
  constructor(
    private readonly shipments: FindEdiShipmentService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly outcomes: TenderOutcomeService,
    private readonly confirmFreight: ConfirmFreightCommand,
  ) {}

  /** @throws ApiError if the PRO number is invalid or belongs to another shipment */
  async execute(tenant: Tenant, { scac }: EdiPartner, set: TransactionSet): Promise<DocumentOutcome> {
    const response = parseTenderResponse(set);
    if (Array.isArray(response)) return reject(response);
    const reference = toReference({ proNumber: null, shipmentId: response.shipmentId });
    const found = await this.shipments.find(tenant, scac, {
      proNumber: null,
      shipmentId: response.shipmentId,
    });
    if (!found)
      return { status: 'unmatched', reference, message: 'No shipment has this bill of lading number.' };
    const freight = await this.freightLifecycle.lock(tenant, found.id);
    if (!isAwaitingResponse(freight, response)) {
      const message = `Shipment ${freight.id} is not waiting for a response: it is ${freight.status}.`;
      return { status: 'unmatched', reference, freightId: freight.id, message };
    }
    if (response.accepted) {
      const proNumber =
        response.proNumber === null
          ? null
          : await this.confirmFreight.validateProNumber(tenant, freight, response.proNumber);
      await this.outcomes.applyEmailAnswer(tenant, freight, { accepted: true, proNumber });
    } else {
      const reason = sanitizeText(response.remarks) || NO_REASON;
      await this.outcomes.applyEmailAnswer(tenant, freight, { accepted: false, reason, answered: true });
    }
    return { status: 'accepted', reference, freightId: freight.id };
  }
}

function isAwaitingResponse({ status }: Freight, { accepted }: TenderResponse): boolean {
  const triggers = accepted ? (['accept', 'confirm'] as const) : (['decline'] as const);
  return triggers.some((trigger) => FREIGHT_STATES.next(status, trigger) !== null);
}
