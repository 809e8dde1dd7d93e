import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PickupPriceService } from '../../quotes/pickup-price.service.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { DayPrice } from '../../tariffs/tariff-rerating.service.js';
import { formatMoney } from '../../../domain/currencies.js';
import type { Day } from '../../../domain/days.js';
import { buildWarning, type Warning } from '../../../domain/warnings.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import type { FreightStatus } from '../record/freight-states.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { sumRerates } from '../record/rerates.js';

/** The warnings of freight for a pickup day; `isRerated` if the tariff of the day prices it again. */
export interface CheckedDay {
  warnings: Warning[];
  isRerated: boolean;
}

/** The statuses in which the actual pickup day is known. */
const PICKED_UP_STATUSES: readonly FreightStatus[] = ['in_transit', 'delivered'];

/** Applies `on_pickup_change` of a tariff to a shipment whose pickup has another price than the quote. */
@Injectable()
export class PickupRepricingService implements OnModuleInit {
  constructor(
    private readonly prices: PickupPriceService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly quotes: QuoteLifecycle,
  ) {}

  onModuleInit(): void {
    this.freightLifecycle.onChange((tenant, freight) => this.clearPriceWarning(tenant, freight));
  }

  /**
   * Returns the warnings of the freight for a pickup on the day, and whether `adjust` has to price the shipment again.
   * @param param the field of the request that has the day
   * @throws ApiError pickup_changes_price if the tariff refuses the day, or rates again and no tariff prices the day
   */
  async checkDay(
    tenant: Tenant,
    quote: Quote,
    day: Day,
    { warnings, param }: { warnings: Warning[]; param: string },
  ): Promise<CheckedDay> {
    const others = warnings.filter(({ code }) => code !== 'pickup_changes_price');
    const change = await this.prices.find(tenant, quote, day);
    if (change === null) return { warnings: others, isRerated: false };
    const { onPickupChange, price } = change;
    const message = describeChange(quote, day, change);
    if (onPickupChange === 'refuse' || (onPickupChange === 'rerate' && price === null))
      throw new ApiError('pickup_changes_price', { param, message });
    if (onPickupChange === 'rerate') return { warnings: others, isRerated: true };
    const isSame = price?.netChargeCents === getCostCents(quote);
    const added = isSame ? [] : [buildWarning('pickup_changes_price', param, message)];
    return { warnings: [...others, ...added], isRerated: false };
  }

  /**
   * Adjusts the cost of locked freight to its pickup day if the tariff rates again, and undoes that for a day with the quoted
   * price. Reads nothing for a shipment whose price never changed. A shipment without a pickup keeps its price; a draft gets the quoted price again. The markup stays as quoted.
   */
  async adjust(
    tenant: Tenant,
    freight: Freight,
    { isRerated, quote: loaded }: { isRerated: boolean; quote?: Quote },
  ): Promise<Freight> {
    const { status, pickupDate, quoteId } = freight;
    if (pickupDate === null && status !== 'draft') return freight;
    const adjusted = sumRerates(freight);
    if (!isRerated && adjusted === 0) return freight;
    const quote = loaded ?? (await this.quotes.get(tenant, quoteId));
    const change = await this.prices.find(tenant, quote, pickupDate);
    const quoted = getCostCents(quote);
    const wanted =
      change === null
        ? quoted
        : change.onPickupChange === 'rerate'
          ? (change.price?.netChargeCents ?? quoted + adjusted)
          : quoted + adjusted;
    const amountCents = wanted - quoted - adjusted;
    if (amountCents === 0) return freight;
    await this.freightLifecycle.adjust(tenant, freight, {
      billId: null,
      amountCents,
      reasons: [],
      description: pickupDate === null ? 'Quoted price' : `Tariff price for pickup on ${pickupDate}`,
      invoiced: await this.freightLifecycle.isBilled(tenant, freight),
    });
    return this.freightLifecycle.get(tenant, freight.id);
  }

  /** Removes the price warning of picked-up freight if its actual pickup day has the quoted price. */
  private async clearPriceWarning(tenant: Tenant, freight: Freight): Promise<void> {
    const { status, quoteId, pickupDate } = freight;
    const others = freight.warnings.filter(({ code }) => code !== 'pickup_changes_price');
    if (others.length === freight.warnings.length || !PICKED_UP_STATUSES.includes(status)) return;
    const { quote, dayPrice } = await this.prices.getPriced(tenant, quoteId, pickupDate);
    if (dayPrice === null || dayPrice.price?.netChargeCents === getCostCents(quote))
      await this.freightLifecycle.applyChanges(tenant, freight, { warnings: others });
  }

  getQuote(tenant: Tenant, quoteId: number): Promise<Quote> {
    return this.quotes.get(tenant, quoteId);
  }

  /** Takes the quote for a booking. @throws ApiError quote_expired, quote_already_booked */
  bookQuote(tenant: Tenant, quoteId: number): Promise<Quote> {
    return this.quotes.book(tenant, quoteId);
  }

  /** Restores the quoted price of a draft whose booking ended, and releases its quote. */
  async release(tenant: Tenant, draft: Freight): Promise<Freight> {
    const restored = await this.adjust(tenant, draft, { isRerated: false });
    await this.quotes.release(tenant, draft.quoteId);
    return restored;
  }
}

function getCostCents({ costCents, netChargeCents }: Quote): number {
  return costCents ?? netChargeCents;
}

/** Names no amount if the quote has a markup, because the reader may not see the cost. */
function describeChange(quote: Quote, day: Day, { price, reason }: DayPrice): string {
  const pickup = `The quote is for a pickup on ${quote.pickupDate}.`;
  if (price === null) return `${pickup} The carrier's tariffs do not price ${day}: ${reason}`;
  const tariff = `The tariff ${price.tariffName} has a different price on ${day}`;
  if (quote.costCents !== null)
    return `${pickup} ${tariff}. Expect a different amount on the carrier bill, or request new quotes.`;
  const [billed, quoted] = [price.netChargeCents, quote.netChargeCents].map((cents) =>
    formatMoney(cents, quote.currency),
  );
  return `${pickup} ${tariff}: ${billed} instead of ${quoted}. Expect a carrier bill of that amount, or request new quotes.`;
}
