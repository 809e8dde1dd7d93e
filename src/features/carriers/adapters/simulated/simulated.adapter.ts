import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { IsIn, IsInt, IsNumber, IsOptional, IsPositive, Max, Min } from 'class-validator';
import { sumCents } from '../../../../domain/charges.js';
import { appendCheckDigit } from '../../../../domain/pro-number.js';
import { estimateRoadMiles } from '../../../../domain/zip-codes.js';
import {
  CarrierDeclined,
  CarrierFault,
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type RawPickup,
  type RawRate,
  type RawTender,
  type RawTracking,
} from '../../carrier-adapter.js';
import type { BookedFreight, PickupRequest, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { Setting } from '../../setting.js';
import { SIMULATED_CARRIERS } from './simulated-carriers.js';
import { findRefusal } from './simulated-limits.js';
import { priceFreight } from './simulated-tariff.js';
import { findTerminal } from './simulated-terminals.js';

export const SIMULATED_BEHAVIOURS = ['normal', 'decline', 'error', 'timeout', 'slow'] as const;
export type SimulatedBehaviour = (typeof SIMULATED_BEHAVIOURS)[number];

export class SimulatedSettings {
  @Setting('Default: `normal`. `timeout` never responds.')
  @IsOptional()
  @IsIn(SIMULATED_BEHAVIOURS)
  behaviour?: SimulatedBehaviour;

  @Setting('Milliseconds before each response. Default: 2,000 for `slow`, 0 otherwise.')
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(600_000)
  latency_ms?: number;

  @Setting('Multiplies every rate and fee. Default: 1.')
  @IsOptional()
  @IsNumber()
  @IsPositive()
  @Max(10)
  factor?: number;
}

type Account = CarrierAccount<SimulatedSettings>;

const SLOW_MS = 2_000;
/** The longest timer: 24 days. */
const FOREVER_MS = 2 ** 31 - 1;

/** Fictional carriers for test mode. Prices, numbers and answers depend on the request and the settings alone. */
@InjectableAdapter()
export class SimulatedAdapter implements CarrierAdapter<SimulatedSettings> {
  readonly name = 'simulated';
  readonly settings = SimulatedSettings;
  readonly title = 'Simulated carriers';
  readonly countries = ['US', 'CA'] as const;
  readonly callsOut = false;
  readonly carriers = [...SIMULATED_CARRIERS.values()].map(({ id, scac, name, bookedByHand }) => ({
    id,
    scac,
    name,
    ...(bookedByHand && { bookedByHand }),
  }));

  /** @throws CarrierDeclined for places and sizes that the carrier does not serve */
  async rate(request: RateRequest, { scac, settings }: Account, signal: AbortSignal): Promise<RawRate[]> {
    await simulateBehavior(settings, signal);
    const carrier = SIMULATED_CARRIERS.get(scac);
    if (!carrier) throw new CarrierFault(`There is no simulated carrier ${scac}.`);
    const refusal = findRefusal(carrier, request);
    if (refusal) throw new CarrierDeclined(refusal);

    const [from, to] = [request.origin.zip, request.destination.zip];
    const miles = estimateRoadMiles(from, to);
    const factor = settings.factor ?? 1;
    const fingerprint = fingerprintRequest(request, factor);
    const terminals = { originTerminal: findTerminal(from), destinationTerminal: findTerminal(to) };
    return priceFreight(carrier, request, miles, factor).map(
      ({ service, charges, transitDays, warnings }) => ({
        quoteNumber: deriveDigits(`quote ${scac} ${service.code} ${fingerprint}`, 10),
        serviceLevel: service.name,
        serviceCode: service.code,
        netChargeCents: sumCents(charges),
        charges,
        transitDays,
        ...(warnings.length > 0 && { warnings }),
        ...terminals,
      }),
    );
  }

  /** Derives the numbers from the reference, so that a retry gets the same answer. */
  async tender({ reference }: TenderRequest, account: Account, signal: AbortSignal): Promise<RawTender> {
    await simulateBehavior(account.settings, signal);
    return buildSimulatedTender(account.scac, reference);
  }

  async cancel(_booked: BookedFreight, { settings }: Account, signal: AbortSignal): Promise<void> {
    await simulateBehavior(settings, signal);
  }

  /** Derives the number from the previous one, so that a retry gets the same number. */
  async pickup(
    { reference, confirmation }: PickupRequest,
    { scac, settings }: Account,
    signal: AbortSignal,
  ): Promise<RawPickup> {
    await simulateBehavior(settings, signal);
    return { confirmation: deriveDigits(`pickup ${scac} ${reference} ${confirmation}`, 8) };
  }

  /** Returns no scans: the sandbox's simulations move test shipments. */
  async track(_proNumber: string, { settings }: Account, signal: AbortSignal): Promise<RawTracking> {
    await simulateBehavior(settings, signal);
    return { scans: [], estimatedDelivery: null };
  }
}

export function buildSimulatedTender(scac: string, reference: string) {
  return {
    proNumber: appendCheckDigit(deriveDigits(`pro ${scac} ${reference}`, 8)),
    pickupConfirmation: deriveDigits(`pickup ${scac} ${reference}`, 8),
  };
}

/** Waits and fails as the settings say. Rejects when the signal aborts. */
async function simulateBehavior(
  { behaviour, latency_ms }: SimulatedSettings,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if (behaviour === 'timeout') await setTimeout(FOREVER_MS, undefined, { signal, ref: false });
  const latency = latency_ms ?? (behaviour === 'slow' ? SLOW_MS : 0);
  if (latency > 0) await setTimeout(latency, undefined, { signal });
  if (behaviour === 'decline') throw new CarrierDeclined('The simulated carrier is set to decline.');
  if (behaviour === 'error') throw new CarrierFault('The simulated carrier is set to fail.');
}

/** Serializes what a price depends on. Omits defaults, so that new request fields do not change quote numbers. */
function fingerprintRequest(request: RateRequest, factor: number): string {
  const { origin, destination, items, accessorials, limitedAccess } = request;
  const places = [origin, destination].map(({ city, state, zip }) => [city, state, zip]);
  const units = items.map((item) => {
    const { quantity, stackable } = item;
    const unit = [item.weight, item.freight_class, item.length, item.width, item.height];
    return quantity > 1 || stackable ? [...unit, quantity, stackable] : unit;
  });
  const kinds = [limitedAccess.pickup, limitedAccess.delivery].some(Boolean) ? [limitedAccess] : [];
  return JSON.stringify([places, units, [...new Set(accessorials)].sort(), factor, ...kinds]);
}

/** Derives pseudo-random digits from a text. */
function deriveDigits(text: string, count: number): string {
  const number = createHash('sha256').update(text).digest().readBigUInt64BE() % 10n ** BigInt(count);
  return String(number).padStart(count, '0');
}
