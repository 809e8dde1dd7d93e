import { CHARGE_TYPES, sumCents, type Charge, type ChargeType } from '../../domain/charges.js';
import type { Day } from '../../domain/days.js';
import { FREIGHT_CLASSES } from '../../domain/freight-classes.js';
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
  netChargeCents: number;
  charges: Charge[];
  originTerminal: string | null;
  destinationTerminal: string | null;
  estimatedDeliveryDate?: Day;
  expiresAt?: Date;
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

const rateFields = record<Rate>({
  quoteNumber: text(255),
  serviceLevel: text(255),
  serviceCode: text(40),
  transitDays: integerInRange(0, 365),
  netChargeCents: integerInRange(1, MAX_CENTS),
  charges: array(charge, { min: 1, max: 200 }),
  originTerminal: nullable(text(255)),
  destinationTerminal: nullable(text(255)),
  estimatedDeliveryDate: optional(day()),
  expiresAt: optional(timestamp()),
});

const rate: FieldParser<Rate> = (value, path) => {
  const read = rateFields(value, path);
  if (sumCents(read.charges) !== read.netChargeCents)
    failField(`${path}.charges`, 'must add up to netChargeCents');
  if (read.expiresAt && read.expiresAt.getTime() <= Date.now())
    failField(`${path}.expiresAt`, 'must be in the future');
  return read;
};

const rates: FieldParser<Rate[]> = (value, path) => {
  const read = array(rate, { max: 50 })(value, path);
  const numbers = new Set(read.map(({ quoteNumber }) => quoteNumber));
  if (numbers.size < read.length) failField(path, 'must have different quoteNumbers');
  return read;
};

/** Validates an answer of `rate`. One invalid price invalidates the whole answer. @throws CarrierFault */
export function parseRates(answer: unknown): Rate[] {
  return parseAdapterAnswer(rates, answer, 'rates');
}
