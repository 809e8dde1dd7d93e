import { Injectable } from '@nestjs/common';
import type { Quote } from '../../quotes/quote.entity.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { toBolStatus, toBolDto, fillBolDefaults } from './bol.mapper.js';
import type { BolDto } from './bol.dto.js';
import { BolsRepository } from './bols.repository.js';

@Injectable()
export class BolService {
  constructor(
    private readonly bols: BolsRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly freightLifecycle: FreightLifecycle,
  ) {}

  /** @throws RowMissing */
  async get(tenant: Tenant, freightId: number): Promise<BolDto> {
    return this.getForFreight(tenant, await this.freightLifecycle.get(tenant, freightId));
  }

  async getForFreight(tenant: Tenant, freight: Freight): Promise<BolDto> {
    const frozen = await this.bols.findByFreight(tenant, freight.id);
    if (!frozen) return toBolDto(freight, await this.quotes.get(tenant, freight.quoteId));
    return {
      ...fillBolDefaults(frozen.content),
      status: toBolStatus(freight.status),
      pro_number: freight.proNumber,
      ship_date: resolveShipDate(freight, frozen.content),
      pickup_instructions: freight.pickupTimes?.instructions ?? null,
    };
  }

  /** Stores the bill as it was booked, in the caller's transaction. */
  async freeze(tenant: Tenant, freight: Freight, quote: Quote): Promise<void> {
    await this.bols.insert(tenant, { freightId: freight.id, content: toBolDto(freight, quote) });
  }

  /** Removes the stored bill of freight that is a draft again. */
  async unfreeze(tenant: Tenant, freightId: number): Promise<void> {
    await this.bols.deleteByFreight(tenant, freightId);
  }
}

/** Freight that was booked before `pickup_date` existed keeps the day of its bill. */
function resolveShipDate(
  { pickupDate, pickupStatus }: Freight,
  { ship_date: booked }: BolDto,
): string | null {
  return pickupDate ?? (pickupStatus === 'cancelled' ? null : booked);
}
