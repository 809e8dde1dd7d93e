import { toDto } from '../../platform/http/contract/case-mapper.js';
import type { BillLine } from './compare-charges.js';
import type { Bill } from './bill.entity.js';
import { computeExpected, computePayable } from './bill-rules.js';
import { BillComparisonDto, BillLineDto } from './bill-lines.dto.js';
import { BillDto, type CreateBillLineDto } from './bills.dto.js';

export function toBillDto(bill: Bill): BillDto {
  const { totalCents, disputedCents, taxDisputedCents } = bill;
  const expectedCents = computeExpected(bill);
  return toDto(BillDto, bill, {
    object: 'bill',
    payable_cents: computePayable(bill),
    expected_cents: expectedCents,
    difference_cents: expectedCents === null ? null : totalCents - expectedCents,
    disputed_cents: disputedCents ?? (taxDisputedCents === 0 ? null : taxDisputedCents),
    lines: bill.lines.map((line) =>
      toDto(BillLineDto, line, { weight: line.weight ?? null, freight_class: line.freightClass ?? null }),
    ),
    comparison: bill.comparison.map((compared) => {
      const { billedCents, quotedCents, expectedCents: expected = quotedCents } = compared;
      return toDto(BillComparisonDto, compared, {
        // Comparisons stored by older releases have no code.
        code: compared.code ?? null,
        expected_cents: expected,
        difference_cents: billedCents - expected,
      });
    }),
  });
}

export function toBillLine(line: CreateBillLineDto): BillLine {
  return {
    type: line.type,
    code: line.code ?? null,
    description: line.description ?? null,
    amountCents: line.amount_cents,
    weight: line.weight ?? null,
    freightClass: line.freight_class ?? null,
  };
}
