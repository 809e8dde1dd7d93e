import { toDto } from '../../platform/http/contract/case-mapper.js';
import type { BillLine } from './compare-charges.js';
import type { Bill } from './bill.entity.js';
import { computePayable } from './bill-rules.js';
import { BillComparisonDto, BillDto, BillLineDto, type CreateBillLineDto } from './bills.dto.js';

export function toBillDto(bill: Bill): BillDto {
  const { totalCents, quotedCents } = bill;
  return toDto(BillDto, bill, {
    object: 'bill',
    payable_cents: computePayable(bill),
    difference_cents: quotedCents === null ? null : totalCents - quotedCents,
    lines: bill.lines.map((line) =>
      toDto(BillLineDto, line, { weight: line.weight ?? null, freight_class: line.freightClass ?? null }),
    ),
    comparison: bill.comparison.map((compared) =>
      toDto(BillComparisonDto, compared, {
        // Comparisons stored by older releases have no code.
        code: compared.code ?? null,
        difference_cents: compared.billedCents - compared.quotedCents,
      }),
    ),
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
