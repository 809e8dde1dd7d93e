import { Injectable } from '@nestjs/common';
import { OrganizationProfiles } from '../../../platform/auth/organization-profiles.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { Currency } from '../../../domain/currencies.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { BolDto } from '../bol/bol.dto.js';
import { BolService } from '../bol/bol.service.js';
import type { Freight } from '../record/freight.entity.js';
import { sumRerates } from '../record/rerates.js';

/** The parts of a shipment that its carrier sees in a tender. */
export interface TenderView {
  test: boolean;
  shipper: string;
  carrier: BolDto['carrier'];
  bolNumber: string;
  quoteNumber: string;
  service: string;
  pickupDate: string;
  /** `08:00 to 17:00`, at the origin; empty if unknown. */
  window: string;
  from: BolDto['ship_from'];
  to: BolDto['ship_to'];
  lines: BolDto['items'];
  totals: BolDto['totals'];
  services: string[];
  references: BolDto['references'];
  instructions: string;
  terms: BolDto['freight_terms'];
  /** The carrier's price, never the customer's. */
  costCents: number;
  currency: Currency;
}

@Injectable()
export class TenderViewService {
  constructor(
    private readonly bols: BolService,
    private readonly quotes: QuoteLifecycle,
    private readonly profiles: OrganizationProfiles,
  ) {}

  async build(tenant: Tenant, freight: Freight): Promise<TenderView> {
    const bol = await this.bols.getForFreight(tenant, freight);
    const { costCents, netChargeCents, currency } = await this.quotes.get(tenant, freight.quoteId);
    const { party } = await this.profiles.letterhead(tenant);
    const { ready_time: ready = '', close_time: close = '' } = freight.pickupTimes ?? {};
    return {
      test: tenant.mode === 'test',
      shipper: party.company,
      carrier: bol.carrier,
      bolNumber: bol.bol_number,
      quoteNumber: bol.quote_number,
      service: bol.service_level,
      pickupDate: bol.ship_date ?? '',
      window: ready && close ? `${ready} to ${close}` : ready || close,
      from: bol.ship_from,
      to: bol.ship_to,
      lines: bol.items,
      totals: bol.totals,
      services: bol.accessorials.map(({ label }) => label),
      references: bol.references,
      instructions: bol.special_instructions ?? '',
      terms: bol.freight_terms,
      currency,
      costCents: (costCents ?? netChargeCents) + sumRerates(freight),
    };
  }
}
