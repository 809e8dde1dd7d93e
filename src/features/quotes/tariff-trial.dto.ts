import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind } from '../../platform/http/contract/response-fields.js';
import { ChargeDto, QuoteWarningDto } from './quotes.dto.js';

@ApiSchema({ description: 'What a tariff comes to for a shipment. Nothing is stored of it.' })
export class TariffPriceDto {
  /** Always `tariff_price`. */
  @Kind('tariff_price')
  object: 'tariff_price';
  /** The tariff. */
  @Int()
  tariff_id: number;
  /** What you call the carrier. */
  carrier_name: string;
  /** The carrier's SCAC. */
  scac: string;
  /** The price in cents, without any markup: the sum of `charges`. */
  @Int()
  net_charge_cents: number;
  /** The price line by line. */
  charges: ChargeDto[];
  /** Business days from pickup to delivery. */
  @Int()
  transit_days: number;
  /** What a carrier may bill differently from what was asked. */
  warnings: QuoteWarningDto[];
}
