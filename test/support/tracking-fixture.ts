import type { RawScan } from '../../src/features/carriers/carrier-adapter.js';
import type { NewTrackingScan } from '../../src/features/tracking/tracking-scans.repository.js';
import { TrackingService } from '../../src/features/tracking/tracking.service.js';
import type { TrackingStatus } from '../../src/domain/tracking-status.js';
import { startApp, type TestApp, type TestOrganization } from './app.js';
import { newFreight } from './factories.js';
import { connectLiveCarrier, FakeCarrier } from './fake-carrier.js';

/** The default carrier's name. */
export const DEFAULT_CARRIER_NAME = 'FedEx Freight Priority';

/** A scan on the n-th of December 2026 at noon. */
export function buildScan(status: string, day: number, location = 'Denver, CO'): RawScan {
  return {
    status: status as TrackingStatus,
    description: `It is ${status}`,
    location,
    occurredAt: new Date(Date.UTC(2026, 11, day, 12)),
  };
}

/** The service with one fake carrier; jobs run when a test says so. */
export class TrackingFixture {
  org: TestOrganization;
  carrier: FakeCarrier;

  private constructor(readonly app: TestApp) {}

  static async start(): Promise<TrackingFixture> {
    return new TrackingFixture(
      await startApp({
        PROCESS_ROLE: 'api',
        BOOKING_DEADLINE: '300ms',
        TRACKING_DEFAULT_CARRIER: 'FXFE',
      }),
    );
  }

  /** A new organization and carrier; no former test's number is due. */
  async reset(): Promise<void> {
    await this.app.sql.query('UPDATE tracked_shipments SET next_check_at = NULL');
    this.org = await this.app.organization();
    this.carrier = await connectLiveCarrier(this.app, this.org, new FakeCarrier());
  }

  start(body: Record<string, unknown>) {
    return this.org.live.post('/api/v1/tracking').send(body);
  }

  async getTracking(number: string) {
    return (await this.org.live.get(`/api/v1/tracking/${encodeURIComponent(number)}`).expect(200)).body;
  }

  async refresh(number: string) {
    const path = `/api/v1/tracking/${encodeURIComponent(number)}/refresh`;
    return (await this.org.live.post(path).expect(200)).body;
  }

  record(id: number, ...scans: NewTrackingScan[]) {
    const live = { organizationId: this.org.id, mode: 'live' } as const;
    return this.app.app.get(TrackingService).recordScans(live, id, scans, 'carrier');
  }

  async bookFreight(): Promise<{ id: number; pro: string; tracked: number }> {
    const { id } = await newFreight(this.org.live);
    const { body } = await this.org.live.post(`/api/v1/freight/${id}/book`).expect(200);
    return { id, pro: body.pro_number, tracked: (await this.getTracking(body.pro_number)).id };
  }

  async getFreight(id: number) {
    return (await this.org.live.get(`/api/v1/freight/${id}`).expect(200)).body;
  }

  async getFreightTracking(id: number) {
    return (await this.org.live.get(`/api/v1/freight/${id}/tracking`).expect(200)).body;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
