import { CHARGE_TYPES, sumCents, type Charge, type ChargeType } from '../../domain/charges.js';
import { CURRENCIES, type Currency } from '../../domain/currencies.js';
import type { Day } from '../../domain/days.js';
import { FREIGHT_CLASSES } from '../../domain/freight-classes.js';
import { WARNING_CODES, type Warning } from '../../domain/warnings.js';
import { sanitizeText } from '../../domain/sanitize-text.js';
import { CarrierDeclined, CarrierFault, type UnratedLevel } from './carrier-adapter.js';
import {
  nonNegative,
  day,
  array,
  timestamp,
  nullable,
  oneOf,
  optional,
  parseAdapterAnswer,
  record,
  text,
  failField,
  integerInRange,
  type FieldParser,
} from './answer-parser.js';

/** A validated price: the text fits the columns, cents are integers and add up, the quote number is unique. */
export interface Rate {
  quoteNumber: string;
  serviceLevel: string;
  serviceCode: string;
  /** Business days. */
  transitDays: number;
  /** Default: USD. */
  currency?: Currency;
  netChargeCents: number;
  charges: Charge[];
  originTerminal: string | null;
  destinationTerminal: string | null;
  estimatedDeliveryDate?: Day;
  expiresAt?: Date;
  /** Likely differences between this price and the carrier's bill. */
  warnings?: Warning[];
}

/** Ten million dollars, more than any LTL shipment costs. */
const MAX_CENTS = 1_000_000_000;
const MAX_QUANTITY = 1_000_000;
const NEGATIVE_CHARGE_TYPES: readonly ChargeType[] = ['discount', 'adjustment'];

const chargeFields = record<Charge>({
  type: oneOf(CHARGE_TYPES),
  code: text(40),
  description: text(255),
  amountCents: integerInRange(-MAX_CENTS, MAX_CENTS),
  quantity: optional(nonNegative(MAX_QUANTITY)),
  unit: optional(oneOf(['cwt', 'percent', 'flat'])),
  rateCents: optional(nonNegative(MAX_CENTS)),
  freightClass: optional(oneOf(FREIGHT_CLASSES)),
  weight: optional(nonNegative(MAX_QUANTITY)),
});

const charge: FieldParser<Charge> = (value, path) => {
  const read = chargeFields(value, path);
  const { type, amountCents } = read;
  if (amountCents < 0 && !NEGATIVE_CHARGE_TYPES.includes(type))
    failField(`${path}.amountCents`, 'must not be negative');
  if (amountCents > 0 && type === 'discount') failField(`${path}.amountCents`, 'must not raise the price');
  return read;
};

const warning = record<Warning>({
  code: oneOf(WARNING_CODES),
  message: text(1_000),
  param: text(255),
});

const rateFields = record<Rate>({
  quoteNumber: text(255),
  serviceLevel: text(255),
  serviceCode: text(40),
  transitDays: integerInRange(0, 365),
  currency: optional(oneOf(CURRENCIES)),
  netChargeCents: integerInRange(1, MAX_CENTS),
  charges: array(charge, { min: 1, max: 200 }),
  originTerminal: nullable(text(255)),
  destinationTerminal: nullable(text(255)),
  estimatedDeliveryDate: optional(day()),
  expiresAt: optional(timestamp()),
  warnings: optional(array(warning, { min: 0, max: 20 })),
});

const rate: FieldParser<Rate> = (value, path) => {
  const read = rateFields(value, path);
  if (sumCents(read.charges) !== read.netChargeCents)
    failField(`${path}.charges`, 'must add up to netChargeCents');
  if (read.expiresAt && read.expiresAt.getTime() <= Date.now())
    failField(`${path}.expiresAt`, 'must be in the future');
  return read;
};

const sanitized: FieldParser<string> = (value) => sanitizeText(value);

const unrated = record<UnratedLevel>({ serviceLevel: sanitized, reason: sanitized });

/** A row of the answer: a price, a service level without one, or the fault of a price that cannot be used. */
type Row = Rate | UnratedLevel | CarrierFault;

const row: FieldParser<Row> = (value, path) => {
  try {
    return hasReason(value)
      ? parseAdapterAnswer(unrated, value, path)
      : parseAdapterAnswer(rate, value, path);
  } catch (error) {
    if (error instanceof CarrierFault) return error;
    throw error;
  }
};

function hasReason(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'reason' in value;
}

const rows: FieldParser<Row[]> = (value, path) => {
  const numbers = new Set<string>();
  return array(row, { max: 50 })(value, path).map((read, index) => {
    if (!('quoteNumber' in read)) return read;
    if (numbers.has(read.quoteNumber))
      return new CarrierFault(`Invalid carrier response: ${path}[${index}].quoteNumber must be unique.`);
    numbers.add(read.quoteNumber);
    return read;
  });
};

export interface RateAnswer {
  rates: Rate[];
  /** The service levels without a price, as text for people. */
  warnings: string[];
}

/**
 * Validates an answer of `rate`. Drops the prices that cannot be used and keeps the others.
 * @throws CarrierDeclined with the carrier's reasons if no service level has a price
 * @throws CarrierFault if the answer is no list, or if its only prices cannot be used
 */
export function parseRateAnswer(answer: unknown): RateAnswer {
  const read = parseAdapterAnswer(rows, answer, 'rates');
  const rates = read.filter((one) => 'quoteNumber' in one);
  const faults = read.filter((one) => one instanceof CarrierFault);
  const levels = read.filter((one) => 'reason' in one);
  if (rates.length === 0 && faults.length > 0) throw faults[0]!;
  if (rates.length === 0 && levels.length > 0) throw new CarrierDeclined(joinReasons(levels));
  const reasons = levels.map(({ serviceLevel, reason }) => `${serviceLevel || 'A service level'}: ${reason}`);
  return { rates, warnings: [...reasons, ...faults.map(({ message }) => message)] };
}

function joinReasons(levels: readonly UnratedLevel[]): string {
  return [...new Set(levels.map(({ reason }) => reason))].join(' ');
}

/** Validates an answer of `rate` strictly, for tests of adapters. @throws CarrierDeclined, CarrierFault for an invalid price */
export function parseRates(answer: unknown): Rate[] {
  const fault = parseAdapterAnswer(rows, answer, 'rates').find((read) => read instanceof CarrierFault);
  if (fault) throw fault;
  return parseRateAnswer(answer).rates;
}
