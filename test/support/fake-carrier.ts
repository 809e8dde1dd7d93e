import { IsOptional, IsString } from 'class-validator';
import type {
  CarrierAdapter,
  CarrierScan,
  Rate,
  TenderAnswer,
  TenderRequest,
  TrackingAnswer,
} from '../../src/carriers/carrier-adapter.js';
import { AdapterRegistry } from '../../src/carriers/adapter-registry.js';
import { CarrierConnectionsService } from '../../src/carriers/carrier-connections.service.js';
import type { TestApp, TestOrganization } from './app.js';

class FakeSettings {
  @IsOptional()
  @IsString()
  note?: string;
}

/** What a test makes the carrier do with its next calls; by default it does as asked. */
interface Behaviour {
  tender?: (signal: AbortSignal) => Promise<unknown>;
  cancel?: (signal: AbortSignal) => Promise<unknown>;
  track?: (signal: AbortSignal) => Promise<unknown>;
}

/** A carrier inside the process: strict about what it is told, it books once per reference and counts every call. */
export class FakeCarrier implements CarrierAdapter<FakeSettings> {
  readonly settings = FakeSettings;
  readonly tendered: TenderRequest[] = [];
  readonly cancelled: string[] = [];
  readonly tracked: string[] = [];
  /** One for each reference, however often it was tendered. */
  readonly booked = new Map<string, TenderAnswer>();
  behaviour: Behaviour = {};
  scans: CarrierScan[] = [];
  estimatedDelivery: string | null = null;
  pickupConfirmation: string | null = 'PU-1';

  constructor(readonly name = 'fake') {}

  async rate(): Promise<Rate[]> {
    return [
      {
        quoteNumber: 'Q-1',
        serviceLevel: 'Standard',
        serviceCode: 'STD',
        transitDays: 3,
        charges: [{ type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents: 12_345 }],
        originTerminal: null,
        destinationTerminal: null,
      },
    ];
  }

  async tender(request: TenderRequest, _account: unknown, signal: AbortSignal): Promise<TenderAnswer> {
    this.tendered.push(request);
    const { reference, shipper, consignee, description, items, pickupDate } = request;
    for (const party of [shipper, consignee]) {
      const { company, address, city, state, zip, phone } = party;
      const lacking = [company, address, city, state, zip, phone].some((text) => !text);
      if (lacking) throw new Error(`An incomplete party was tendered: ${JSON.stringify(party)}`);
    }
    if (!/^\d{17}$/.test(reference) || !description || items.length === 0)
      throw new Error('A tender lacks something');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(pickupDate)) throw new Error(`Not a day: ${pickupDate}`);
    await this.behaviour.tender?.(signal);
    const known = this.booked.get(reference);
    if (known) return known;
    const answer = {
      proNumber: String(100_000_000 + this.booked.size),
      pickupConfirmation: this.pickupConfirmation,
    };
    this.booked.set(reference, answer);
    return answer;
  }

  async cancel(proNumber: string, _account: unknown, signal: AbortSignal): Promise<void> {
    this.cancelled.push(proNumber);
    await this.behaviour.cancel?.(signal);
  }

  async track(proNumber: string, _account: unknown, signal: AbortSignal): Promise<TrackingAnswer> {
    this.tracked.push(proNumber);
    await this.behaviour.track?.(signal);
    return { scans: this.scans, estimatedDelivery: this.estimatedDelivery };
  }
}

/** A carrier that has no booking API, and none to cancel or track. */
export class PaperCarrier extends FakeCarrier {
  override tender = undefined as never;
  override cancel = undefined as never;
  override track = undefined as never;
}

/** Makes the carrier the only one of the organization's live mode. */
export async function connectLive<C extends FakeCarrier>(
  { app }: TestApp,
  organization: TestOrganization,
  carrier: C,
  scac = 'FXFE',
): Promise<C> {
  app.get(AdapterRegistry).register(carrier);
  await app
    .get(CarrierConnectionsService)
    .connect(
      { organizationId: organization.id, mode: 'live' },
      { adapter: carrier.name, scac, settings: {} },
    );
  return carrier;
}

/** Rejects as soon as the signal does: a carrier that never answers. */
export function never(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('aborted'))),
  );
}
