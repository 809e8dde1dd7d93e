import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../../carriers/carrier-gateway.js';
import type { Quote } from '../../quotes/quote.entity.js';
import type { Warning } from '../../../domain/warnings.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import { TendersService } from '../tenders/tenders.service.js';
import type { Booking } from './booking.entity.js';
import { EdiBookingService, type EdiTenderTerms } from './edi-booking.service.js';

/** How the carrier gets a booking. `warning` says why an agreed tender is not emailed. */
export type BookingMethod =
  | { kind: 'api'; carrierId: number }
  | { kind: 'edi'; terms: EdiTenderTerms }
  | { kind: 'email'; email: string }
  | { kind: 'manual'; warning: Warning | null }
  | { kind: 'not_connected' };

@Injectable()
export class BookingMethodService {
  constructor(
    private readonly gateway: CarrierGateway,
    private readonly tenders: TendersService,
    private readonly edi: EdiBookingService,
  ) {}

  async resolve(tenant: Tenant, quote: Quote): Promise<BookingMethod> {
    const { bookedBy, scac, tenderEmail: email } = quote;
    if (bookedBy === 'carrier') {
      const method = await this.gateway.resolveBookingMethod(tenant, scac);
      if (method === 'online') return { kind: 'api', carrierId: quote.carrierId! };
      return method === 'by_hand' ? { kind: 'manual', warning: null } : { kind: 'not_connected' };
    }
    const carrierId = await this.gateway.findBookingCarrierId(tenant, scac);
    if (carrierId !== null) return { kind: 'api', carrierId };
    const terms = await this.edi.findTerms(tenant, scac);
    if (terms !== null) return { kind: 'edi', terms };
    if (email === null) return { kind: 'manual', warning: null };
    const message = await this.tenders.getUnreachableReason(tenant, email);
    if (message === null) return { kind: 'email', email };
    return { kind: 'manual', warning: { code: 'tender_not_mailed', param: 'tender_email', message } };
  }

  /** Emails the tender of tendered freight, in the caller's transaction. */
  sendTender(tenant: Tenant, freight: Freight, email: string): Promise<void> {
    return this.tenders.send(tenant, freight, email);
  }

  /** Writes the EDI tender of tendered freight, in the caller's transaction. @throws ApiError carrier_not_connected */
  writeTender(tenant: Tenant, freight: Freight, { tender }: Booking, terms: EdiTenderTerms): Promise<void> {
    return this.edi.writeTender(tenant, freight, tender, terms);
  }
}
