import type { Accessorial } from '../../../../domain/accessorials.js';
import type { Country } from '../../../../domain/countries.js';

/** A guaranteed service level. It adds a share of the net linehaul, at least the minimum, to the price. */
export interface Guarantee {
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

export interface SimulatedCarrier {
  /** Contains a digit: real SCACs have letters only. */
  scac: string;
  name: string;
  /** Permanent id in the directory. */
  id: number;
  /** Cents per hundredweight of class 100 from 500 lb: this amount plus `centsPerMile` for each road mile. */
  baseCents: number;
  centsPerMile: number;
  /** Exponent of the class factors: 1 is the usual spread, 0 one rate for all classes. */
  classSpread: number;
  /** Percent off the gross linehaul. */
  discountPercent: number;
  /** Percent of the net linehaul. */
  fuelPercent: number;
  /** Minimum net linehaul. */
  minimumCents: number;
  /** Multiplies the common schedule of accessorial fees. */
  feeFactor: number;
  /** Freight below these pounds per cubic foot is billed at this density. */
  minimumDensity: number;
  /** Default: the US. */
  countries?: readonly Country[];
  /** The offshore states that it serves. */
  offshoreStates: readonly string[];
  maxPounds: number;
  maxLinearFeet: number;
  maxLengthInches: number;
  /** Maximum weight of a handling unit on a liftgate. */
  maxLiftgatePounds: number;
  unsupportedAccessorials?: readonly Accessorial[];
  /** True if it has no booking API: a person enters the PRO number with `confirm`. */
  bookedByHand?: boolean;
  /** Miles per business day after the first 250 miles. */
  milesPerDay: number;
  services: readonly ServiceLevel[];
}

/** States and territories outside the contiguous 48 states and DC. */
export const OFFSHORE_STATES: readonly string[] = ['AK', 'HI', 'PR', 'VI', 'GU', 'AS', 'MP'];

const STANDARD: ServiceLevel = { code: 'STD', name: 'Standard' };

const CARRIERS: readonly SimulatedCarrier[] = [
  // National network: serves every state and Canada, takes the largest shipments, sells a day guarantee.
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
    countries: ['US', 'CA'],
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
  // Cheapest and slowest; serves Canada.
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
    countries: ['US', 'CA'],
    offshoreStates: [],
    maxPounds: 20_000,
    maxLinearFeet: 28,
    maxLengthInches: 240,
    maxLiftgatePounds: 2_000,
    milesPerDay: 380,
    services: [{ code: 'ECO', name: 'Economy' }],
  },
  // Fast regional: cheap on short lanes, expensive on long ones, small shipments only.
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
  // Premium, with a morning guarantee.
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
  // Density-based: narrow class spread, minimum density.
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
  // Books by phone only; no temperature protection. Not connected by default.
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
