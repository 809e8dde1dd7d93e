import type { Accessorial } from '../../../../domain/accessorials.js';

/** A guarantee of a service level and what it adds to the price: a share of the net linehaul, at least the minimum. */
export interface Guarantee {
  /** eBOL 2.1.0 */
  code: 'GTD_AM' | 'GTD_NOON' | 'GTD_PM';
  label: string;
  basisPoints: number;
  minimumCents: number;
}

export interface ServiceLevel {
  code: string;
  name: string;
  guarantee?: Guarantee;
}

/** What makes one simulated carrier different from the next. */
export interface SimulatedCarrier {
  /** Real SCACs are letters only: one with a digit never becomes somebody's. */
  scac: string;
  /** Made up, as is the carrier. */
  name: string;
  /** The directory's, for good. */
  id: number;
  /** Class 100 from 500 lb, in cents per hundredweight: a part per shipment and a part per road mile. */
  baseCents: number;
  centsPerMile: number;
  /** How much class matters: 1 is the usual spread between the classes, 0 would be one rate for all. */
  classSpread: number;
  /** Basis points off the gross linehaul. */
  discountPercent: number;
  /** Basis points of the net linehaul. */
  fuelPercent: number;
  /** The least that the net linehaul can be. */
  minimumCents: number;
  /** Its accessorial fees over those of the common schedule. */
  feeFactor: number;
  /** Freight lighter than this many pounds per cubic foot is billed as if it weighed as much. */
  minimumDensity: number;
  /** Which of the offshore states it serves. */
  offshoreStates: readonly string[];
  maxPounds: number;
  maxLinearFeet: number;
  /** Of one handling unit. */
  maxLengthInches: number;
  /** What a liftgate lifts at once: a handling unit of at most this weight. */
  maxLiftgatePounds: number;
  /** Services it doesn't offer. */
  unsupportedAccessorials?: readonly Accessorial[];
  /** It has no booking API: somebody telephones, and its PRO number comes through `confirm`. */
  bookedByHand?: boolean;
  /** After the first day's 250 miles. */
  milesPerDay: number;
  services: readonly ServiceLevel[];
}

/** What lies beyond the contiguous 48 states and DC. */
export const OFFSHORE_STATES: readonly string[] = ['AK', 'HI', 'PR', 'VI', 'GU', 'AS', 'MP'];

const STANDARD: ServiceLevel = { code: 'STD', name: 'Standard' };

const CARRIERS: readonly SimulatedCarrier[] = [
  // The national network: goes everywhere, takes the most, and guarantees the day for a fee.
  {
    scac: 'SIM1',
    name: 'Cobalt Peak Freight',
    id: 1,
    baseCents: 3_800,
    centsPerMile: 5.6,
    classSpread: 1,
    discountPercent: 62,
    fuelPercent: 34,
    minimumCents: 11_500,
    feeFactor: 1,
    minimumDensity: 0,
    offshoreStates: OFFSHORE_STATES,
    maxPounds: 30_000,
    maxLinearFeet: 40,
    maxLengthInches: 336,
    maxLiftgatePounds: 3_000,
    milesPerDay: 480,
    services: [
      STANDARD,
      {
        code: 'GTD_PM',
        name: 'Guaranteed',
        guarantee: { code: 'GTD_PM', label: 'Guaranteed by 5 PM', basisPoints: 2_000, minimumCents: 7_500 },
      },
    ],
  },
  // The cheap and slow one.
  {
    scac: 'SIM2',
    name: 'Prairie Star LTL',
    id: 2,
    baseCents: 4_000,
    centsPerMile: 5,
    classSpread: 1,
    discountPercent: 66,
    fuelPercent: 30,
    minimumCents: 9_500,
    feeFactor: 0.85,
    minimumDensity: 0,
    offshoreStates: [],
    maxPounds: 20_000,
    maxLinearFeet: 28,
    maxLengthInches: 240,
    maxLiftgatePounds: 2_000,
    milesPerDay: 380,
    services: [{ code: 'ECO', name: 'Economy' }],
  },
  // The fast regional: keen on short lanes, dear on long ones, and only with ordinary LTL.
  {
    scac: 'SIM3',
    name: 'Fox Harbor Express',
    id: 3,
    baseCents: 2_900,
    centsPerMile: 6.6,
    classSpread: 1,
    discountPercent: 60,
    fuelPercent: 33,
    minimumCents: 10_500,
    feeFactor: 0.95,
    minimumDensity: 0,
    offshoreStates: [],
    maxPounds: 12_000,
    maxLinearFeet: 20,
    maxLengthInches: 192,
    maxLiftgatePounds: 2_500,
    milesPerDay: 620,
    services: [{ code: 'EXP', name: 'Regional Express' }],
  },
  // The premium one, with a guaranteed morning.
  {
    scac: 'SIM4',
    name: 'Juniper Crown Freightways',
    id: 4,
    baseCents: 4_400,
    centsPerMile: 6.4,
    classSpread: 1,
    discountPercent: 58,
    fuelPercent: 36,
    minimumCents: 14_500,
    feeFactor: 1.2,
    minimumDensity: 0,
    offshoreStates: ['AK', 'HI', 'PR'],
    maxPounds: 20_000,
    maxLinearFeet: 24,
    maxLengthInches: 240,
    maxLiftgatePounds: 3_500,
    milesPerDay: 560,
    services: [
      { code: 'PRI', name: 'Priority' },
      {
        code: 'GTD_AM',
        name: 'Guaranteed AM',
        guarantee: {
          code: 'GTD_AM',
          label: 'Guaranteed before noon',
          basisPoints: 3_000,
          minimumCents: 9_500,
        },
      },
    ],
  },
  // The density-minded one: class matters less, air is billed as freight.
  {
    scac: 'SIM5',
    name: 'Feather and Anvil Freight',
    id: 5,
    baseCents: 3_600,
    centsPerMile: 5.4,
    classSpread: 0.7,
    discountPercent: 64,
    fuelPercent: 32,
    minimumCents: 10_900,
    feeFactor: 1.05,
    minimumDensity: 6,
    offshoreStates: [],
    maxPounds: 20_000,
    maxLinearFeet: 28,
    maxLengthInches: 240,
    maxLiftgatePounds: 2_500,
    milesPerDay: 450,
    services: [STANDARD],
  },
  // The haulier with a telephone: takes freight by hand, near home, and keeps nothing warm or cold. Connected on demand.
  {
    scac: 'SIM6',
    name: 'Old Mill Cartage',
    id: 6,
    baseCents: 3_400,
    centsPerMile: 6.2,
    classSpread: 0.9,
    discountPercent: 55,
    fuelPercent: 28,
    minimumCents: 8_900,
    feeFactor: 0.8,
    minimumDensity: 0,
    offshoreStates: [],
    maxPounds: 20_000,
    maxLinearFeet: 24,
    maxLengthInches: 240,
    maxLiftgatePounds: 2_000,
    unsupportedAccessorials: ['protect_from_cold', 'protect_from_heat', 'sort_and_segregate'],
    bookedByHand: true,
    milesPerDay: 400,
    services: [STANDARD],
  },
];

export const SIMULATED_CARRIERS: ReadonlyMap<string, SimulatedCarrier> = new Map(
  CARRIERS.map((carrier) => [carrier.scac, carrier]),
);
