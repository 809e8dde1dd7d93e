import type { BillLine, Comparison } from './bill-audit.js';
import type { Bill } from './bill.entity.js';
import type { BillComparisonDto, BillDto, BillLineDto } from './bills.dto.js';

/** A bill as the API shows it. */
export function presentBill(bill: Bill): BillDto {
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
    total_cents: totalCents,
    quoted_cents: quotedCents,
    difference_cents: quotedCents === null ? null : totalCents - quotedCents,
    lines: bill.lines.map(presentLine),
    comparison: bill.comparison.map(presentComparison),
    created_at: bill.createdAt.toISOString(),
    updated_at: bill.updatedAt.toISOString(),
  };
}

function presentLine({ type, code, description, amountCents }: BillLine): BillLineDto {
  return { type, code, description, amount_cents: amountCents };
}

function presentComparison({
  type,
  quotedCents,
  billedCents,
  withinTolerance,
}: Comparison): BillComparisonDto {
  return {
    type,
    quoted_cents: quotedCents,
    billed_cents: billedCents,
    difference_cents: billedCents - quotedCents,
    within_tolerance: withinTolerance,
  };
}
