import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { IsoDate } from '../../platform/http/contract/dates.js';
import {
  Cents,
  Choice,
  Id,
  ListOf,
  NmfcClass,
  Pounds,
  Text,
  Whole,
} from '../../platform/http/contract/fields.js';
import { AnyOf, IdFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import { CHARGE_TYPES, type ChargeType } from '../../domain/charges.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import { normalizePro } from '../../domain/pro-number.js';
import { COMPARED_TYPES, type ComparedType } from './compare-charges.js';
import { BILL_STATUSES, type BillStatus } from './bill-states.js';

const MAX_LINES = 200;
const MAX_CENTS = 1_000_000_000_000;

@ApiSchema({ description: "One line of a carrier's bill." })
export class CreateBillLineDto {
  /** What the line is for: the quote's lines of the same type are held against it. */
  @Choice(CHARGE_TYPES)
  type: ChargeType;
  /** The carrier's code, or that of an event after pickup (`RWE`, `RCL`, …): what has the same code in the quote is held against it. */
  @Text({ optional: true, nullable: true, max: 40, example: 'FUEL' })
  code?: string | null;
  /** The carrier's words. */
  @Text({ optional: true, nullable: true, example: 'Fuel surcharge 31.5%' })
  description?: string | null;
  /** Amount in cents; negative for a discount. */
  @Whole(-MAX_CENTS, MAX_CENTS)
  amount_cents: number;
  /** Pounds that were billed; other pounds than quoted are a reweigh. */
  @Pounds({ optional: true, nullable: true, example: 520 })
  weight?: number | null;
  /** The NMFC class that was billed; another one than quoted is a reclass. */
  @NmfcClass({ optional: true, nullable: true })
  freight_class?: FreightClass | null;
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
  /** The day on the bill: not after today, nor before the shipment was picked up or, while that is open, drafted. */
  @IsoDate({ example: '2026-11-22' })
  bill_date: string;
  /** The lines; without them only the total is compared. */
  @ListOf(CreateBillLineDto, { optional: true, min: 1, max: MAX_LINES })
  lines?: CreateBillLineDto[];
  /** What the carrier asks for, in cents; with lines it must be their sum, which it is by default. */
  @Cents({ optional: true })
  total_cents?: number;
  /** The bill that this one corrects and takes the place of; without it a second bill for a PRO number is a duplicate. */
  @Id({ optional: true })
  replaces_bill_id?: number;
}

@ApiSchema({ description: 'What is wrong with a bill.' })
export class DisputeBillDto {
  /** Why it is disputed, in your words. */
  @Text({ example: 'Reweigh without a certificate' })
  reason: string;
  /** What of it is contested, in cents: what is billed above the quote by default, else all of it. */
  @Cents({ optional: true })
  amount_cents?: number;
}

@ApiSchema({ description: 'What was agreed with the carrier.' })
export class ResolveBillDto {
  /** What the carrier gives back, in cents: 0 where the bill stands as it is, at most all of it. */
  @Cents({ example: 1250 })
  amount_cents: number;
  /** What was agreed, e.g. the number of the claim. */
  @Text({ optional: true, nullable: true, max: 1_000, example: 'Claim 88-1204 granted' })
  note?: string | null;
}

export class BillListQuery extends ForwardPageQuery {
  /** Only bills with this status, or with one of several, parted by commas. */
  @AnyOf(BILL_STATUSES)
  status?: BillStatus[];
  /** Only bills for this shipment. */
  @IdFilter()
  freight_id?: number;
  /** Only bills with this PRO number, however it is written. */
  @TextFilter({ column: 'proKey', normalize: normalizePro })
  pro_number?: string;
  /** Only bills with this number of the carrier's. */
  @TextFilter()
  bill_number?: string;
  /** Only bills of this carrier, by SCAC or name. */
  @Text({ optional: true, min: 1 })
  carrier?: string;
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
  /** Pounds that were billed. */
  weight: number | null;
  /** The class that was billed. */
  freight_class: string | null;
}

@ApiSchema({ description: 'What was quoted and what is billed for one code or one type of charge.' })
export class BillComparisonDto {
  /** The type of charge; `total` where the bill has no lines. */
  @OneOf(COMPARED_TYPES)
  type: ComparedType;
  /** The code, where lines are compared by code; null where they are by type. */
  code: string | null;
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
  /**
   * `matched` where all agrees with the quote, `variance` where something doesn't, `disputed` where it can't be ours or
   * was contested, `duplicate` of another bill for the PRO number; `approved` and `resolved` once that is decided.
   */
  @OneOf(BILL_STATUSES)
  status: BillStatus;
  /** Why it is disputed or a duplicate. */
  reason: string | null;
  /** Why it differs from the quote, by code: `RWE` for a reweigh, `RCL` for a reclass, accessorials by theirs; of a `matched` bill, what differs at the same price. */
  reasons: string[];
  /** The bill that it takes the place of. */
  @Int()
  replaces_bill_id: number | null;
  /** The bill for the same PRO number that was there first. */
  @Int()
  duplicate_of_bill_id: number | null;
  /** Whether a later bill took its place. */
  replaced: boolean;
  /** What the carrier asks for, in cents. */
  @Int()
  total_cents: number;
  /** What of it is contested, in cents; null where nothing was. */
  @Int()
  disputed_cents: number | null;
  /** What the carrier gave back, in cents. */
  @Int()
  credit_cents: number;
  /** What is to be paid to the carrier, in cents: nothing of a duplicate or of what was replaced. */
  @Int()
  payable_cents: number;
  /** What the carrier quoted, in cents, without a markup; null while the shipment isn't known. */
  @Int()
  quoted_cents: number | null;
  /** What is billed above the quote, in cents; null while the shipment isn't known. */
  @Int()
  difference_cents: number | null;
  /** The lines, as received. */
  lines: BillLineDto[];
  /** The audit, code by code and type by type; empty while the shipment isn't known. */
  comparison: BillComparisonDto[];
  /** What was agreed with the carrier. */
  note: string | null;
  /** When the bill was received, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the bill changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}
