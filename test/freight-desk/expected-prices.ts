/**
 * Computes prices from the carriers' rate sheets as a freight coordinator does. It shares no code with the service: the
 * sheets are repeated here, and miles come from another formula.
 */

/** Dollars for a service, and dollars per hundredweight, of which the larger amount counts. */
export type Fee = readonly [dollars: number, perHundredweight?: number];

/** The weight of a whole line, and the dimensions of one unit. */
export interface Line {
  weight: number;
  freight_class: string;
  length: number;
  width: number;
  height: number;
  quantity?: number;
}

interface RateSheet {
  /** Dollars per hundredweight of class 100 from 500 lb: a fixed part and a part per mile. */
  base: number;
  mile: number;
  discount: number;
  fuel: number;
  minimum: number;
  fees: number;
  spread?: number;
  /** The minimum billed density in pounds per cubic foot. */
  density?: number;
  milesADay: number;
  /** Service levels. A guarantee adds this share of the net to the standard price, and at least so many dollars. */
  services: Record<string, readonly [share: number, least: number]>;
}

const RATE_SHEETS: Record<string, RateSheet> = {
  SIM1: {
    base: 38,
    mile: 0.056,
    discount: 0.62,
    fuel: 0.34,
    minimum: 115,
    fees: 1,
    milesADay: 480,
    services: { Standard: [0, 0], Guaranteed: [0.2, 75] },
  },
  SIM2: {
    base: 40,
    mile: 0.05,
    discount: 0.66,
    fuel: 0.3,
    minimum: 95,
    fees: 0.85,
    milesADay: 380,
    services: { Economy: [0, 0] },
  },
  SIM3: {
    base: 29,
    mile: 0.066,
    discount: 0.6,
    fuel: 0.33,
    minimum: 105,
    fees: 0.95,
    milesADay: 620,
    services: { 'Regional Express': [0, 0] },
  },
  SIM4: {
    base: 44,
    mile: 0.064,
    discount: 0.58,
    fuel: 0.36,
    minimum: 145,
    fees: 1.2,
    milesADay: 560,
    services: { Priority: [0, 0], 'Guaranteed AM': [0.3, 95] },
  },
  SIM5: {
    base: 36,
    mile: 0.054,
    discount: 0.64,
    fuel: 0.32,
    minimum: 109,
    fees: 1.05,
    spread: 0.7,
    density: 6,
    milesADay: 450,
    services: { Standard: [0, 0] },
  },
  SIM6: {
    base: 34,
    mile: 0.062,
    discount: 0.55,
    fuel: 0.28,
    minimum: 89,
    fees: 0.8,
    spread: 0.9,
    milesADay: 400,
    services: { Standard: [0, 0] },
  },
};

/** The price of each class in percent of class 100. */
const CLASS_PERCENT: Record<string, number> = {
  '50': 55,
  '55': 58,
  '60': 62,
  '65': 66,
  '70': 71,
  '77.5': 77,
  '85': 84,
  '92.5': 92,
  '100': 100,
  '110': 108,
  '125': 122,
  '150': 143,
  '175': 166,
  '200': 188,
  '250': 233,
  '300': 280,
  '400': 370,
  '500': 460,
};
/** The minimum pounds of each break, and its percent of the rate from 500 lb. */
const WEIGHT_BREAKS = [
  [0, 115],
  [500, 100],
  [1_000, 90],
  [2_000, 80],
  [5_000, 70],
  [10_000, 58],
  [20_000, 48],
] as const;

/** Coordinates in degrees north and east, from the Census Bureau's gazetteer. */
const COORDINATES = {
  '90001': [33.9731, -118.2479],
  '60601': [41.8858, -87.6181],
  '98101': [47.6114, -122.3305],
  '75201': [32.7904, -96.8044],
  '80202': [39.7491, -104.9946],
  '10001': [40.7484, -73.9967],
  '02108': [42.3576, -71.0684],
  '96813': [21.3179, -157.8521],
} as const;
export type Zip = keyof typeof COORDINATES;

/** Rounds half a cent up. The small addend corrects floating-point thirds. */
const roundCents = (exact: number) => Math.floor(exact + 0.5 + 1e-7);

/** Computes road miles: 1.17 times the great-circle distance, by the law of cosines. */
export function computeMiles(from: Zip, to: Zip): number {
  const [[a, b], [c, d]] = [COORDINATES[from], COORDINATES[to]].map((place) =>
    place.map((at) => (at * Math.PI) / 180),
  ) as [[number, number], [number, number]];
  const angle = Math.acos(Math.sin(a) * Math.sin(c) + Math.cos(a) * Math.cos(c) * Math.cos(b - d));
  return angle * 3_958.8 * 1.17;
}

/** Computes the price of each service level of a carrier in cents. */
export function computePrices(
  scac: string,
  lane: readonly [Zip, Zip],
  lines: readonly Line[],
  fees: readonly Fee[],
): Record<string, number> {
  const sheet = RATE_SHEETS[scac]!;
  const billed = lines.map((line) => ({ ...line, pounds: computeBilledPounds(line, sheet.density ?? 0) }));
  const pounds = billed.reduce((sum, line) => sum + line.pounds, 0);
  const gross = computeGross(sheet, computeMiles(...lane), billed, pounds);
  const net = Math.max(gross - roundCents(gross * sheet.discount), sheet.minimum * 100);
  const services = fees.map(([flat, cwt = 0]) =>
    roundCents(Math.max(flat * 100, roundCents((cwt * 100 * pounds) / 100)) * sheet.fees),
  );
  const standard = services.reduce((sum, fee) => sum + fee, net + roundCents(net * sheet.fuel));
  return Object.fromEntries(
    Object.entries(sheet.services).map(([name, [share, least]]) => [
      name,
      standard + (share === 0 ? 0 : Math.max(roundCents(net * share), least * 100)),
    ]),
  );
}

/** Computes transit days: 250 miles the first day, then the carrier's daily miles. A ship takes a week. */
export function computeTransitDays(scac: string, [from, to]: readonly [Zip, Zip]): number {
  const beyond = Math.max(0, computeMiles(from, to) - 250);
  return 1 + Math.ceil(beyond / RATE_SHEETS[scac]!.milesADay) + (to === '96813' ? 7 : 0);
}

/** Computes billed pounds, with each unit rounded up. */
function computeBilledPounds({ weight, quantity = 1, length, width, height }: Line, density: number): number {
  const cubicFeet = (length * width * height) / 1_728;
  return quantity * Math.max(Math.ceil(weight / quantity), Math.ceil(cubicFeet * density));
}

/** Returns, with each class and the deficit rounded by itself, the cheapest of the weight breaks that apply to the freight or that it may be billed at. */
function computeGross(
  { base, mile, spread = 1 }: RateSheet,
  distance: number,
  lines: readonly (Line & { pounds: number })[],
  pounds: number,
): number {
  const prices = WEIGHT_BREAKS.filter((_, at) => pounds < (WEIGHT_BREAKS[at + 1]?.[0] ?? Infinity)).map(
    ([from, percent]) => {
      const rate = (freightClass: string) =>
        roundCents((base + mile * distance) * percent * (CLASS_PERCENT[freightClass]! / 100) ** spread);
      const lowest = lines.reduce((a, b) => (Number(b.freight_class) < Number(a.freight_class) ? b : a));
      const parts = new Map([['deficit', Math.max(0, from - pounds) * rate(lowest.freight_class)]]);
      for (const { freight_class: freightClass, pounds: billed } of lines)
        parts.set(freightClass, (parts.get(freightClass) ?? 0) + billed * rate(freightClass));
      const exact = [...parts.values()];
      return {
        exact: exact.reduce((sum, part) => sum + part, 0),
        cents: exact.reduce((sum, part) => sum + roundCents(part / 100), 0),
      };
    },
  );
  return prices.reduce((best, next) => (next.exact < best.exact ? next : best)).cents;
}

/**
 * Computes the sell price: cost plus the larger of the minimum and the percentage (half a cent up) with the flat
 * amount.
 */
export function computeSellPrice(cost: number, percent: number, flat: number, minimum: number): number {
  return cost + Math.max(minimum, roundCents((cost * percent) / 100) + flat);
}

/** Returns the day so many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the day so many business days later, skipping the given holidays. */
export function addBusinessDays(day: string, days: number, holidays: readonly string[]): string {
  let at = day;
  for (let left = days; left > 0;) {
    at = addDays(at, 1);
    if (![0, 6].includes(new Date(at).getUTCDay()) && !holidays.includes(at)) left -= 1;
  }
  return at;
}
