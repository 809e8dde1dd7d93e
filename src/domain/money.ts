const AMOUNT = /^(-?)\$?(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2})0*)?$/;
const IN_PARENTHESES = /^\((\$?\d.*)\)$/;

/**
 * Parses dollars as carriers write them: `$1,852.92`, `1573.56`, `436.7`, `-12.00`, `(12.00)`.
 * @returns integer cents
 * @throws RangeError for other text: empty, misplaced commas, fractions of a cent
 */
export function parseCents(text: string): number {
  const trimmed = text.trim();
  const bracketed = IN_PARENTHESES.exec(trimmed)?.[1];
  const match = AMOUNT.exec(bracketed ?? trimmed);
  if (!match) throw new RangeError(`not an amount: ${JSON.stringify(text)}`);
  const [, signBefore, signAfter, dollars, cents = ''] = match;
  const amount = Number(dollars!.replaceAll(',', '') + cents.padEnd(2, '0'));
  if ((signBefore && signAfter) || !Number.isSafeInteger(amount)) {
    throw new RangeError(`not an amount: ${JSON.stringify(text)}`);
  }
  return amount !== 0 && (bracketed || signBefore || signAfter) ? -amount : amount;
}

/** Formats integer cents as dollars: `$1,234.56`, `-$0.05`. */
export function formatCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${dollars}.${digits.slice(-2)}`;
}

/**
 * Returns a share of an amount, in integer arithmetic, rounded half away from zero.
 * @param basisPoints hundredths of a percent: 3150 is 31.5 %
 * @throws RangeError if the product is not a safe integer
 */
export function percentOf(cents: number, basisPoints: number): number {
  const product = cents * basisPoints;
  if (!Number.isSafeInteger(product)) throw new RangeError('cents and basis points must be integers');
  return divideRounded(product, 10_000);
}

/** Rounds half away from zero. Both arguments must be safe integers, the divisor positive. */
export function divideRounded(dividend: number, divisor: number): number {
  const remainder = dividend % divisor;
  const quotient = (dividend - remainder) / divisor;
  // `+ 0` turns a negative zero into zero.
  return (Math.abs(remainder) * 2 >= divisor ? quotient + Math.sign(remainder) : quotient) + 0;
}
