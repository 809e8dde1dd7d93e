import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../http/answer-fields.js';
import { Cents, Choice, Id, IsoDate, ListOf, Text, Whole } from '../http/fields.js';
import { ForwardPageQuery } from '../http/list.js';
import { QueryId } from '../http/query.js';
import { CHARGE_TYPES, type ChargeType } from '../vocabulary/charges.js';
import { BILL_STATUSES, COMPARED_TYPES, type BillStatus, type ComparedType } from './bill-audit.js';

const MAX_LINES = 200;
const MAX_CENTS = 1_000_000_000_000;

@ApiSchema({ description: "One line of a carrier's bill." })
export class CreateBillLineDto {
  /** What the line is for: the quote's lines of the same type are held against it. */
  @Choice(CHARGE_TYPES)
  type: ChargeType;
  /** The carrier's code. */
  @Text({ optional: true, nullable: true, max: 40, example: 'FUEL' })
  code?: string | null;
  /** The carrier's words. */
  @Text({ optional: true, nullable: true, example: 'Fuel surcharge 31.5%' })
  description?: string | null;
  /** Amount in cents; negative for a discount. */
  @Whole(-MAX_CENTS, MAX_CENTS)
  amount_cents: number;
}

@ApiSchema({
  description:
    'A freight bill as it came from the carrier. The shipment is named by its id or by its PRO number.',
})
export class CreateBillDto {
  /** The carrier's number for the bill. */
  @Text({ max: 50, example: 'FB-7730192' })
  bill_number: string;
  /** The carrier's name or SCAC. */
  @Text({ example: 'RLCA' })
  carrier: string;
  /** The carrier's PRO number; required unless `freight_id` is sent. */
  @Text({ optional: true, min: 1, max: 50, example: '123456789' })
  pro_number?: string;
  /** The shipment's id; required unless `pro_number` is sent. */
  @Id({ optional: true })
  freight_id?: number;
  /** The day on the bill. */
  @IsoDate()
  bill_date: string;
  /** The lines; without them only the total is compared. */
  @ListOf(CreateBillLineDto, { optional: true, min: 1, max: MAX_LINES })
  lines?: CreateBillLineDto[];
  /** What the carrier asks for, in cents; with lines it must be their sum, which it is by default. */
  @Cents({ optional: true })
  total_cents?: number;
}

export class BillListQuery extends ForwardPageQuery {
  /** Only bills with this status. */
  @Choice(BILL_STATUSES, { optional: true })
  status?: BillStatus;
  /** Only bills for this shipment. */
  @QueryId()
  freight_id?: number;
}

@ApiSchema({ description: "One line of a carrier's bill, as received." })
export class BillLineDto {
  /** What the line is for. */
  @OneOf(CHARGE_TYPES)
  type: ChargeType;
  /** The carrier's code. */
  code: string | null;
  /** The carrier's words. */
  description: string | null;
  /** Amount in cents; negative for a discount. */
  @Int()
  amount_cents: number;
}

@ApiSchema({ description: 'What was quoted and what is billed for one type of charge.' })
export class BillComparisonDto {
  /** The type of charge; `total` where the bill has no lines. */
  @OneOf(COMPARED_TYPES)
  type: ComparedType;
  /** The quote's sum in cents. */
  @Int()
  quoted_cents: number;
  /** The bill's sum in cents. */
  @Int()
  billed_cents: number;
  /** What is billed above the quote, in cents; negative where it is less. */
  @Int()
  difference_cents: number;
  /** Whether the difference is small enough to pass. */
  within_tolerance: boolean;
}

@ApiSchema({ description: "A carrier's freight bill, audited against the quote." })
export class BillDto {
  /** Always `bill`. */
  @Kind('bill')
  object: 'bill';
  /** The bill's id. */
  @Int()
  id: number;
  /** The carrier's number for the bill. */
  bill_number: string;
  /** The carrier, as sent. */
  carrier: string;
  /** The carrier's PRO number, as sent. */
  pro_number: string | null;
  /** The shipment; null while it isn't known. */
  @Int()
  freight_id: number | null;
  /** The day on the bill, YYYY-MM-DD. */
  bill_date: string;
  /** `matched` where every type agrees with the quote, `variance` where one doesn't, `disputed` where it can't be ours. */
  @OneOf(BILL_STATUSES)
  status: BillStatus;
  /** Why it is disputed. */
  reason: string | null;
  /** What the carrier asks for, in cents. */
  @Int()
  total_cents: number;
  /** What was quoted, in cents; null while the shipment isn't known. */
  @Int()
  quoted_cents: number | null;
  /** What is billed above the quote, in cents; null while the shipment isn't known. */
  @Int()
  difference_cents: number | null;
  /** The lines, as received. */
  lines: BillLineDto[];
  /** The audit, type by type; empty while the shipment isn't known. */
  comparison: BillComparisonDto[];
  /** When the bill was received, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the bill changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}
