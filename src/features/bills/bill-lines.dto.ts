import { ApiSchema } from '@nestjs/swagger';
import { Int, OneOf } from '../../platform/http/contract/response-fields.js';
import { CHARGE_TYPES, type ChargeType } from '../../domain/charges.js';
import { COMPARED_TYPES, type ComparedType } from './compare-charges.js';

@ApiSchema({ description: "One line of a carrier's bill, as received." })
export class BillLineDto {
  /** Type of charge. */
  @OneOf(CHARGE_TYPES) type: ChargeType;
  /** The carrier's code. */
  code: string | null;
  /** The carrier's description. */
  description: string | null;
  /** Amount in cents; negative for a discount. */
  @Int() amount_cents: number;
  /** Billed weight in pounds. */
  weight: number | null;
  /** Billed NMFC class. */
  freight_class: string | null;
}

@ApiSchema({ description: 'The quoted and billed amount of one code or one type of charge.' })
export class BillComparisonDto {
  /** Type of charge; `total` for a bill without lines. */
  @OneOf(COMPARED_TYPES) type: ComparedType;
  /** Code; null for a comparison by type. */
  code: string | null;
  /** Quoted amount in cents. */
  @Int() quoted_cents: number;
  /** Billed amount in cents. */
  @Int() billed_cents: number;
  /** Expected amount in cents: the quoted amount, or the lawful amount of a Canadian sales tax. */
  @Int() expected_cents: number;
  /** Billed minus expected amount, in cents. */
  @Int() difference_cents: number;
  /** True if the difference is within the tolerance. */
  within_tolerance: boolean;
}
