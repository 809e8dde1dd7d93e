import type { BillLine, ChargeComparison } from './compare-charges.js';
import type { Bill } from './bill.entity.js';
import { computePayable } from './bill-rules.js';
import type { BillComparisonDto, BillDto, BillLineDto } from './bills.dto.js';

/** A bill as the API shows it. */
export function toBillDto(bill: Bill): BillDto {
  const { totalCents, quotedCents } = bill;
  return {
    object: 'bill',
    id: bill.id,
    bill_number: bill.billNumber,
    carrier: bill.carrier,
    pro_number: bill.proNumber,
    freight_id: bill.freightId,
    bill_date: bill.billDate,
    status: bill.status,
    reason: bill.reason,
    reasons: bill.reasons,
    replaces_bill_id: bill.replacesBillId,
    duplicate_of_bill_id: bill.duplicateOfBillId,
    replaced: bill.replaced,
    total_cents: totalCents,
    disputed_cents: bill.disputedCents,
    credit_cents: bill.creditCents,
    payable_cents: computePayable(bill),
    quoted_cents: quotedCents,
    difference_cents: quotedCents === null ? null : totalCents - quotedCents,
    lines: bill.lines.map(toLineDto),
    comparison: bill.comparison.map(toComparisonDto),
    note: bill.note,
    created_at: bill.createdAt.toISOString(),
    updated_at: bill.updatedAt.toISOString(),
  };
}

function toLineDto({ type, code, description, amountCents, ...billed }: BillLine): BillLineDto {
  const { weight = null, freightClass = null } = billed;
  return { type, code, description, amount_cents: amountCents, weight, freight_class: freightClass };
}

function toComparisonDto({
  type,
  code = null,
  quotedCents,
  billedCents,
  withinTolerance,
}: ChargeComparison): BillComparisonDto {
  return {
    type,
    code,
    quoted_cents: quotedCents,
    billed_cents: billedCents,
    difference_cents: billedCents - quotedCents,
    within_tolerance: withinTolerance,
  };
}
