import { BookingRecoveryService } from '../../src/features/freight/booking/booking-recovery.service.js';
import { startApp, type TestApp, type TestOrganization } from './app.js';
import { connectLiveCarrier, FakeCarrier } from './fake-carrier.js';

export const BOOKING_DEADLINE_MS = 400;

/** The service with one fake carrier; jobs run when a test says so. */
export class BookingFixture {
  org: TestOrganization;
  carrier: FakeCarrier;

  private constructor(readonly app: TestApp) {}

  static async start(): Promise<BookingFixture> {
    return new BookingFixture(
      await startApp({ PROCESS_ROLE: 'api', BOOKING_DEADLINE: `${BOOKING_DEADLINE_MS}ms` }),
    );
  }

  /** A new organization and carrier; what former tests left open is forgotten. */
  async reset(): Promise<void> {
    await this.app.sql.query('UPDATE bookings SET pending = NULL, due_at = NULL');
    this.org = await this.app.organization();
    this.carrier = await connectLiveCarrier(this.app, this.org, new FakeCarrier());
  }

  async getFreight(id: number) {
    return (await this.org.live.get(`/api/v1/freight/${id}`).expect(200)).body;
  }

  async getQuoteStatus(id: number): Promise<string> {
    return (await this.org.live.get(`/api/v1/quotes/${id}`).expect(200)).body.status as string;
  }

  /** The shipments that wait for a person. */
  async listNeedingAttention(): Promise<number[]> {
    const { body } = await this.org.live.get('/api/v1/freight?attention=true').expect(200);
    return body.data.map((freight: { id: number }) => freight.id);
  }

  book(id: number) {
    return this.org.live.post(`/api/v1/freight/${id}/book`);
  }

  cancel(id: number) {
    return this.org.live.post(`/api/v1/freight/${id}/cancel`);
  }

  /** Puts the shipment back to where a crash would have left it, with its lease run out. */
  async simulateCrash(status: 'booked' | 'tendered', id: number): Promise<void> {
    await this.app.sql.query('UPDATE freight SET status = $2, pro_number = NULL WHERE id = $1', [id, status]);
    await this.app.sql.query(
      `UPDATE bookings SET pending = 'tender', attempts = 1, due_at = now() - interval '1 second' WHERE freight_id = $1`,
      [id],
    );
  }

  expireLeases(id: number) {
    return this.app.sql.query(
      `UPDATE bookings SET due_at = now() - interval '1 second' WHERE freight_id = $1`,
      [id],
    );
  }

  recover(): Promise<number> {
    return this.app.app.get(BookingRecoveryService).completeDue();
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

export const getError = (body: { error: Record<string, unknown> }) => body.error;
