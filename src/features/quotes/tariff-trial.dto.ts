import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind } from '../../platform/http/contract/response-fields.js';
import { ChargeDto, QuoteWarningDto } from './quotes.dto.js';

@ApiSchema({ description: 'The price of a tariff for a shipment. It is not stored.' })
export class TariffPriceDto {
  /** Always `tariff_price`. */
  @Kind('tariff_price')
  object: 'tariff_price';
  /** The tariff's id. */
  @Int()
  tariff_id: number;
  /** Name of the carrier. */
  carrier_name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** The price in cents without a markup: the sum of `charges`. */
  @Int()
  net_charge_cents: number;
  /** The price line by line. */
  charges: ChargeDto[];
  /** Business days from pickup to delivery. */
  @Int()
  transit_days: number;
  /** Likely differences between the price and the carrier's bill. */
  warnings: QuoteWarningDto[];
}
