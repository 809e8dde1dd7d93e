import { ApiSchema } from '@nestjs/swagger';
import { DateOnly, Int, Kind, OneOf } from '../../platform/http/contract/response-fields.js';
import { CURRENCIES, type Currency } from '../../domain/currencies.js';
import { ChargeDto, QuoteWarningDto } from './quotes.dto.js';

@ApiSchema({ description: 'A tariff’s price for a shipment. It is not stored.' })
export class TariffPriceDto {
  /** Always `tariff_price`. */
  @Kind('tariff_price') object: 'tariff_price';
  /** The tariff's id. */
  @Int() tariff_id: number;
  /** Name of the carrier. */
  carrier_name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** The currency of the tariff. */
  @OneOf(CURRENCIES) currency: Currency;
  /** The price in cents without a markup: the sum of `charges`. */
  @Int() net_charge_cents: number;
  /** The price line by line. */
  charges: ChargeDto[];
  /** Business days from pickup to delivery. */
  @Int() transit_days: number;
  /** The requested day in the origin's time zone. */
  @DateOnly() ship_date: string;
  /** Day of pickup: `ship_date`, or the next business day of the carrier. */
  @DateOnly() pickup_date: string;
  /** Likely differences between the price and the carrier's bill. */
  warnings: QuoteWarningDto[];
}
