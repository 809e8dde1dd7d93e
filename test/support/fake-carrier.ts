import { IsOptional, IsString } from 'class-validator';
import {
  CARRIER_DOCUMENTS,
  type CarrierAdapter,
  type CarrierDocumentType,
  type RawPickup,
  type RawRate,
  type RawScan,
  type RawTender,
  type RawTracking,
} from '../../src/features/carriers/carrier-adapter.js';
import type {
  BookedFreight,
  PickupRequest,
  TenderRequest,
} from '../../src/features/carriers/carrier-requests.js';
import { AdapterRegistry } from '../../src/features/carriers/adapter-registry.js';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import type { TestApp, TestOrganization } from './app.js';

class FakeSettings {
  @IsOptional()
  @IsString()
  note?: string;
}

/** The result of the carrier's next calls; by default it does as requested. */
interface FakeCarrierBehavior {
  tender?: (signal: AbortSignal) => Promise<unknown>;
  cancel?: (signal: AbortSignal) => Promise<unknown>;
  pickup?: (signal: AbortSignal) => Promise<unknown>;
  track?: (signal: AbortSignal) => Promise<unknown>;
  documents?: (signal: AbortSignal) => Promise<unknown>;
}

/** Invalid responses of the carrier. The call has no effect. */
interface InvalidAnswers {
  rate?: () => unknown;
  tender?: () => unknown;
  cancel?: () => unknown;
  pickup?: () => unknown;
  track?: () => unknown;
}

let fakeCount = 0;

/** A carrier inside the process. It validates requests strictly, books once per reference and counts every call. */
export class FakeCarrier implements CarrierAdapter<FakeSettings> {
  readonly settings = FakeSettings;
  readonly tendered: TenderRequest[] = [];
  readonly cancelled: string[] = [];
  readonly pickups: PickupRequest[] = [];
  readonly tracked: string[] = [];
  /** One booking per reference, however often it was tendered. */
  readonly booked = new Map<string, RawTender>();
  behavior: FakeCarrierBehavior = {};
  invalidAnswers: InvalidAnswers = {};
  scans: RawScan[] = [];
  estimatedDelivery: string | null = null;
  signedBy: string | null = null;
  pickupConfirmation: string | null = 'PU-1';
  bookingId: string | null = null;
  readonly cancelRequests: BookedFreight[] = [];
  readonly documentTypes = CARRIER_DOCUMENTS;
  /** The document requests received. */
  readonly documentRequests: { booked: BookedFreight; type: CarrierDocumentType }[] = [];
  files: Partial<Record<CarrierDocumentType, Uint8Array[]>> = {};

  /** Each adapter needs a distinct name. */
  constructor(readonly name = `fake-${++fakeCount}`) {}

  async rate(): Promise<RawRate[]> {
    if (this.invalidAnswers.rate) return this.invalidAnswers.rate() as RawRate[];
    return [
      {
        quoteNumber: 'Q-1',
        serviceLevel: 'Standard',
        serviceCode: 'STD',
        transitDays: 3,
        netChargeCents: 12_345,
        charges: [{ type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents: 12_345 }],
      },
    ];
  }

  async tender(request: TenderRequest, _account: unknown, signal: AbortSignal): Promise<RawTender> {
    this.tendered.push(request);
    if (this.invalidAnswers.tender) return this.invalidAnswers.tender() as RawTender;
    const { reference, shipper, consignee, description, items, pickupDate } = request;
    for (const party of [shipper, consignee]) {
      const { company, address, city, state, zip, phone } = party;
      const lacking = [company, address, city, state, zip, phone].some((text) => !text);
      if (lacking) throw new Error(`The tender has an incomplete party: ${JSON.stringify(party)}`);
    }
    if (!/^\d{17}$/.test(reference) || !description || items.length === 0)
      throw new Error('The tender is incomplete');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(pickupDate)) throw new Error(`pickupDate is not a date: ${pickupDate}`);
    await this.behavior.tender?.(signal);
    const known = this.booked.get(reference);
    if (known) return known;
    const answer = {
      proNumber: String(100_000_000 + this.booked.size),
      pickupConfirmation: this.pickupConfirmation,
      bookingId: this.bookingId,
    };
    this.booked.set(reference, answer);
    return answer;
  }

  async cancel(booked: BookedFreight, _account: unknown, signal: AbortSignal): Promise<void> {
    this.cancelled.push(booked.proNumber);
    this.cancelRequests.push(booked);
    if (this.invalidAnswers.cancel) return this.invalidAnswers.cancel() as never;
    await this.behavior.cancel?.(signal);
  }

  async pickup(request: PickupRequest, _account: unknown, signal: AbortSignal): Promise<RawPickup> {
    this.pickups.push(request);
    if (this.invalidAnswers.pickup) return this.invalidAnswers.pickup() as RawPickup;
    await this.behavior.pickup?.(signal);
    return { confirmation: request.wanted && `PU-${request.wanted.date}` };
  }

  async track(proNumber: string, _account: unknown, signal: AbortSignal): Promise<RawTracking> {
    this.tracked.push(proNumber);
    if (this.invalidAnswers.track) return this.invalidAnswers.track() as RawTracking;
    await this.behavior.track?.(signal);
    return { scans: this.scans, estimatedDelivery: this.estimatedDelivery, signedBy: this.signedBy };
  }

  async documents(
    booked: BookedFreight,
    type: CarrierDocumentType,
    _account: unknown,
    signal: AbortSignal,
  ): Promise<Uint8Array[]> {
    this.documentRequests.push({ booked, type });
    await this.behavior.documents?.(signal);
    return this.files[type] ?? [];
  }
}

/** A carrier without APIs for booking, cancellation and tracking. */
export class CarrierWithoutBookingApi extends FakeCarrier {
  override tender = undefined as never;
  override cancel = undefined as never;
  override pickup = undefined as never;
  override track = undefined as never;
  override documents = undefined as never;
}

/** Makes the carrier the only one of the organization's live mode. */
export async function connectLiveCarrier<C extends FakeCarrier>(
  { app }: TestApp,
  organization: TestOrganization,
  carrier: C,
  scac = 'FXFE',
): Promise<C> {
  const adapters = app.get(AdapterRegistry);
  if (adapters.find(carrier.name) !== carrier) adapters.register(carrier);
  await app
    .get(CarrierConnectionsService)
    .connect(
      { organizationId: organization.id, mode: 'live' },
      { adapter: carrier.name, scac, settings: {} },
    );
  return carrier;
}

/** Never responds; rejects when the signal aborts. */
export function hangUntilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('aborted'))),
  );
}
