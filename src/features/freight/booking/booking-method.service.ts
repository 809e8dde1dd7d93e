import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../../carriers/carrier-gateway.js';
import type { Quote } from '../../quotes/quote.entity.js';
import type { Warning } from '../../quotes/quote-warnings.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import { TendersService } from '../tenders/tenders.service.js';

/** How a shipment gets to its carrier. `warning`: a tender that was agreed on is not sent. */
export type BookingMethod =
  | { way: 'online'; carrierId: number }
  | { way: 'by_mail'; email: string }
  | { way: 'by_hand'; warning: Warning | null }
  | { way: 'not_connected' };

/** Finds out how, by what was quoted: through the carrier's API, by e-mail, or by somebody's hand. */
@Injectable()
export class BookingMethodService {
  constructor(
    private readonly gateway: CarrierGateway,
    private readonly tenders: TendersService,
  ) {}

  async resolve(tenant: Tenant, quote: Quote): Promise<BookingMethod> {
    const { bookedBy, scac, tenderEmail: email } = quote;
    if (bookedBy === 'carrier') {
      const way = await this.gateway.resolveBookingMethod(tenant, scac);
      if (way === 'online') return { way, carrierId: quote.carrierId! };
      return way === 'by_hand' ? { way, warning: null } : { way: 'not_connected' };
    }
    const carrierId = await this.gateway.findBookingCarrierId(tenant, scac);
    if (carrierId !== null) return { way: 'online', carrierId };
    if (email === null) return { way: 'by_hand', warning: null };
    const message = await this.tenders.getUnreachableReason(tenant, email);
    if (message === null) return { way: 'by_mail', email };
    return { way: 'by_hand', warning: { code: 'tender_not_mailed', param: 'tender_email', message } };
  }

  /** Sends the tender of a tendered shipment, in the caller's transaction. */
  sendTender(tenant: Tenant, freight: Freight, email: string): Promise<void> {
    return this.tenders.send(tenant, freight, email);
  }
}
