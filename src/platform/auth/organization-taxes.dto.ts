import { ApiSchema } from '@nestjs/swagger';
import { IsNumber } from 'class-validator';
import { TAX_CODES, type Province, type TaxCode, type TaxRate } from '../../domain/canadian-taxes.js';
import { CA_PROVINCES } from '../../domain/states.js';
import { Choice, field, ListOf, rule, Text } from '../http/contract/fields.js';

const MAX_TAX_RATES = 26;
const MAX_TAX_PERCENT = 100;

/** A percentage with at most three decimals, as QST has. */
function TaxPercent(): PropertyDecorator {
  const message = `$property must be a percentage from 0 to ${MAX_TAX_PERCENT} with at most three decimals`;
  return field(
    { example: 9.975 },
    { type: Number, minimum: 0, maximum: MAX_TAX_PERCENT },
    IsNumber({}, { message }),
    rule(
      'inThousandths',
      (value) =>
        Math.round(Number(value) * 1_000) / 1_000 === value && value >= 0 && value <= MAX_TAX_PERCENT,
      message,
    ),
  );
}

@ApiSchema({ description: 'The rate of a tax on freight delivered in a province.' })
export class TaxRateDto implements TaxRate {
  /** Two-letter code of the province or territory. */
  @Choice(CA_PROVINCES) province: Province;
  /** The tax. */
  @Choice(TAX_CODES) code: TaxCode;
  /** Percent of the charges. */
  @TaxPercent() percent: number;
}

@ApiSchema({ description: 'The sales taxes on invoices for freight within Canada.' })
export class SetTaxesDto {
  /** GST/HST account number, printed on invoices. Null: GST and HST are not charged. */
  @Text({ optional: true, nullable: true, min: 1, max: 40, example: '123456789 RT0001' })
  gst_hst_number?: string | null;
  /** QST number, printed on invoices. Null: QST is not charged. */
  @Text({ optional: true, nullable: true, min: 1, max: 40, example: '1234567890 TQ0001' })
  qst_number?: string | null;
  /** Rates that replace all standard rates. Default: the standard rates. */
  @ListOf(TaxRateDto, { optional: true, nullable: true, max: MAX_TAX_RATES })
  rates?: TaxRateDto[] | null;
}

@ApiSchema({ description: 'The sales taxes on invoices for freight within Canada.' })
export class TaxesDto {
  /** GST/HST account number. Null: GST and HST are not charged. */
  gst_hst_number: string | null;
  /** QST number. Null: QST is not charged. */
  qst_number: string | null;
  /** The rates by province of delivery. */
  rates: TaxRateDto[];
}
