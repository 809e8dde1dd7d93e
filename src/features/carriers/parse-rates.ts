import { CHARGE_TYPES, sumCents, type Charge, type ChargeType } from '../../domain/charges.js';
import type { Day } from '../../domain/days.js';
import { FREIGHT_CLASSES } from '../../domain/freight-classes.js';
import {
  amount,
  day,
  listOf,
  moment,
  nullable,
  oneOf,
  optional,
  readAnswer,
  record,
  text,
  unfit,
  whole,
  type Field,
} from './answer-fields.js';

/** A price that can be believed: text fits the columns, cents are whole and add up, the number is the only one. */
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

/** More than any LTL shipment costs: ten million dollars. */
const MAX_CENTS = 1_000_000_000;
const MAX_FIGURE = 1_000_000;
const MAY_LOWER_THE_PRICE: readonly ChargeType[] = ['discount', 'adjustment'];

const chargeFields = record<Charge>({
  type: oneOf(CHARGE_TYPES),
  code: text(40),
  description: text(255),
  amountCents: whole(-MAX_CENTS, MAX_CENTS),
  quantity: optional(amount(MAX_FIGURE)),
  unit: optional(oneOf(['cwt', 'percent', 'flat'])),
  rateCents: optional(amount(MAX_CENTS)),
  freightClass: optional(oneOf(FREIGHT_CLASSES)),
  weight: optional(amount(MAX_FIGURE)),
});

const charge: Field<Charge> = (value, path) => {
  const read = chargeFields(value, path);
  const { type, amountCents } = read;
  if (amountCents < 0 && !MAY_LOWER_THE_PRICE.includes(type))
    unfit(`${path}.amountCents`, 'must not be negative');
  if (amountCents > 0 && type === 'discount') unfit(`${path}.amountCents`, 'must not raise the price');
  return read;
};

const rateFields = record<Rate>({
  quoteNumber: text(255),
  serviceLevel: text(255),
  serviceCode: text(40),
  transitDays: whole(0, 365),
  netChargeCents: whole(1, MAX_CENTS),
  charges: listOf(charge, { min: 1, max: 200 }),
  originTerminal: nullable(text(255)),
  destinationTerminal: nullable(text(255)),
  estimatedDeliveryDate: optional(day()),
  expiresAt: optional(moment()),
});

const rate: Field<Rate> = (value, path) => {
  const read = rateFields(value, path);
  if (sumCents(read.charges) !== read.netChargeCents)
    unfit(`${path}.charges`, 'must add up to netChargeCents');
  if (read.expiresAt && read.expiresAt.getTime() <= Date.now()) unfit(`${path}.expiresAt`, 'must be to come');
  return read;
};

const rates: Field<Rate[]> = (value, path) => {
  const read = listOf(rate, { max: 50 })(value, path);
  const numbers = new Set(read.map(({ quoteNumber }) => quoteNumber));
  if (numbers.size < read.length) unfit(path, 'must have different quoteNumbers');
  return read;
};

/** What an adapter answered to a rate request. One price that can't be believed discredits the whole answer. @throws CarrierFault */
export function parseRates(answer: unknown): Rate[] {
  return readAnswer(rates, answer, 'rates');
}
