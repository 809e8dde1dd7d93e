import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
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
import { CURRENCIES, type Currency } from '../../domain/currencies.js';
import { CHARGE_TYPES, type ChargeType } from '../../domain/charges.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import { normalizePro } from '../../domain/pro-number.js';
import { BillComparisonDto, BillLineDto } from './bill-lines.dto.js';
import { BILL_KINDS, BILL_STATUSES, type BillKind, type BillStatus } from './bill-states.js';

const MAX_LINES = 200;
const MAX_CENTS = 1_000_000_000_000;

@RejectUnknownFields()
@ApiSchema({ description: "One line of a carrier's bill." })
export class CreateBillLineDto {
  /** Type of charge. The audit compares it with the quote's lines of the same type. */
  @Choice(CHARGE_TYPES) type: ChargeType;
  /** The carrier's code, or an adjustment code such as `RWE` or `RCL`. The audit compares it with the quote's lines of the same code. */
  @Text({ optional: true, nullable: true, max: 40, example: 'FUEL' }) code?: string | null;
  /** The carrier's description. */
  @Text({ optional: true, nullable: true, example: 'Fuel surcharge 31.5%' }) description?: string | null;
  /** Amount in cents; negative for a discount. */
  @Whole(-MAX_CENTS, MAX_CENTS) amount_cents: number;
  /** Billed weight in pounds. A weight that differs from the quote is a reweigh. */
  @Pounds({ optional: true, nullable: true, example: 520 }) weight?: number | null;
  /** Billed NMFC class. A class that differs from the quote is a reclass. */
  @NmfcClass({ optional: true, nullable: true }) freight_class?: FreightClass | null;
}

@RejectUnknownFields()
@ApiSchema({ description: 'A carrier’s bill. Send `freight_id` or `pro_number` to identify the shipment.' })
export class CreateBillDto {
  /** The carrier's number for the bill. */
  @Text({ max: 50, example: 'FB-7730192' }) bill_number: string;
  /**
   * Kind of bill; a second `original` for a PRO number is a duplicate. A `supplement` adds charges to the PRO number, such as
   * a redelivery fee. A `credit` refunds part of the charges. Default: the kind of the replaced bill, or `original`.
   */
  @Choice(BILL_KINDS, { optional: true }) kind?: BillKind;
  /** The carrier's SCAC, or its name in the directory, in a tariff or on the shipment. */
  @Text({ example: 'RLCA' }) carrier: string;
  /** The carrier's PRO number. Required unless you send `freight_id`. */
  @Text({ optional: true, min: 1, max: 50, example: '123456789' }) pro_number?: string;
  /** The shipment's id. Required unless you send `pro_number`. */
  @Id({ optional: true }) freight_id?: number;
  /** Date of the bill, today or earlier. It must not be before the shipment's pickup date, or its creation date if it is not picked up yet. If no shipment has the PRO number, any past date is valid. */
  @IsoDate({ example: '2026-11-22' }) bill_date: string;
  /** Currency of the amounts. A bill in a different currency from the shipment's quote is disputed. Default: `USD`. */
  @Choice(CURRENCIES, { optional: true }) currency?: Currency;
  /** The lines. Without lines the audit compares only the total. */
  @ListOf(CreateBillLineDto, { optional: true, min: 1, max: MAX_LINES }) lines?: CreateBillLineDto[];
  /** Total in cents, negative for a credit. If you send lines, it must equal their sum. Default: the sum of the lines. */
  @Whole(-MAX_CENTS, MAX_CENTS, { optional: true }) total_cents?: number;
  /** The bill that this one corrects and replaces. Without it, a second original for a PRO number is a duplicate. */
  @Id({ optional: true }) replaces_bill_id?: number;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The reason and the amount of a dispute.' })
export class DisputeBillDto {
  /** Reason for the dispute. */
  @Text({ example: 'Reweigh without a certificate' }) reason: string;
  /** Disputed amount in cents. Default: the amount above the quote, or the total if the bill is not above it. */
  @Cents({ optional: true }) amount_cents?: number;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The correct kind of a bill.' })
export class ReclassifyBillDto {
  /** The correct kind of the bill. A `credit` needs a negative total. */
  @Choice(BILL_KINDS) kind: BillKind;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The agreed credit.' })
export class ResolveBillDto {
  /** The carrier's credit in cents, up to the total. Send 0 if you pay the bill in full. */
  @Cents({ example: 1250 }) amount_cents: number;
  /** Note, such as a claim number. */
  @Text({ optional: true, nullable: true, max: 1_000, example: 'Claim 88-1204 granted' })
  note?: string | null;
}

export class BillListQuery extends ForwardPageQuery {
  /** Only bills with one of these statuses, separated by commas. */
  @AnyOf(BILL_STATUSES) status?: BillStatus[];
  /** Only bills for this shipment. */
  @IdFilter() freight_id?: number;
  /** Only bills with this PRO number. Spaces, dashes and case do not matter. */
  @TextFilter({ column: 'proKey', normalize: normalizePro }) pro_number?: string;
  /** Only bills with this bill number. */
  @TextFilter() bill_number?: string;
  /** Only bills of this carrier, by SCAC or name. */
  @Text({ optional: true, min: 1 }) carrier?: string;
}

@ApiSchema({ description: "A carrier's freight bill, audited against the quote." })
export class BillDto {
  /** Always `bill`. */
  @Kind('bill') object: 'bill';
  /** The bill's id. */
  @Int() id: number;
  /** The carrier's number for the bill. */
  bill_number: string;
  /** `original` bills the shipment, `supplement` adds charges for the same PRO number, and `credit` refunds part of them. */
  @OneOf(BILL_KINDS) kind: BillKind;
  /** The carrier, as sent. */
  carrier: string;
  /** The carrier's PRO number, as sent. */
  pro_number: string | null;
  /** The shipment; null while it is unknown. */
  @Int() freight_id: number | null;
  /** Date of the bill, YYYY-MM-DD. */
  bill_date: string;
  /**
   * `matched`: the bill agrees with the quote. `variance`: it differs. `disputed`: it cannot belong to the shipment, a
   * Canadian sales tax is wrong, or you disputed it. `duplicate`: another original bill has the same PRO number. `approved` and `resolved`: your final
   * decisions.
   */
  @OneOf(BILL_STATUSES) status: BillStatus;
  /** Explains a dispute or a duplicate. */
  reason: string | null;
  /** Codes of the differences from the quote: `RWE` for a reweigh, `RCL` for a reclass, or an accessorial code. A `matched` bill may have a reweigh or reclass at the same price. */
  reasons: string[];
  /** The bill that this one replaces. */
  @Int() replaces_bill_id: number | null;
  /** The first bill for the same PRO number. */
  @Int() duplicate_of_bill_id: number | null;
  /** True if a later bill replaces this one. */
  replaced: boolean;
  /** Currency of all amounts of the bill. */
  @OneOf(CURRENCIES) currency: Currency;
  /** Total in cents; negative for a credit. */
  @Int() total_cents: number;
  /** Canadian sales taxes in the total, in cents, at most the lawful amount. They are not part of the shipment's cost. */
  @Int() tax_cents: number;
  /** Disputed amount in cents: yours, or the taxes above the lawful amount. Null if nothing is disputed. */
  @Int() disputed_cents: number | null;
  /** The carrier's credit in cents. */
  @Int() credit_cents: number;
  /** Undisputed amount payable to the carrier, in cents; 0 for a duplicate, a replaced bill, or a bill that cannot belong to the shipment. */
  @Int() payable_cents: number;
  /** The carrier's price in cents, without your markup: the quote, or the tariff's price on the actual pickup day. It is 0 for a supplement or credit. It is null while the shipment is unknown or for a bill in another currency. */
  @Int() quoted_cents: number | null;
  /** Expected total in cents: `quoted_cents` and the lawful Canadian sales taxes on the bill's other lines, if it has tax lines. Null if `quoted_cents` is null. */
  @Int() expected_cents: number | null;
  /** Total minus expected total, in cents; null if `quoted_cents` is null. */
  @Int() difference_cents: number | null;
  /** The lines, as received. */
  lines: BillLineDto[];
  /** The audit by code and type; empty if `quoted_cents` is null. */
  comparison: BillComparisonDto[];
  /** Note about the agreed credit. */
  note: string | null;
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}
