import type TestAgent from 'supertest/lib/agent.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { EventsService } from '../../src/features/events/events.service.js';
import { SHIPMENT_EVENTS } from '../../src/features/freight/record/freight.events.js';
import { InvoicesService } from '../../src/features/invoices/invoices.service.js';
import type { Tenant } from '../../src/platform/tenancy/tenant.js';
import { startApp, type TestApp, type TestOrganization } from './app.js';
import { newFreight } from './factories.js';

export interface Invoice {
  id: number;
  invoice_number: string;
  status: string;
  amount_cents: number;
  late_fee_cents: number;
  total_cents: number;
  amount_remaining_cents: number;
  due_date: string;
  created_at: string;
  freight_id: number;
  line_items: { id: number; amount_cents: number }[];
}

export const toTestTenant = ({ id }: TestOrganization): Tenant => ({ organizationId: id, mode: 'test' });

/** The service and an organization whose shipments arrive when a test says so. */
export class InvoiceFixture {
  private constructor(
    readonly app: TestApp,
    readonly org: TestOrganization,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<InvoiceFixture> {
    const app = await startApp(env);
    return new InvoiceFixture(app, await app.organization());
  }

  /** Puts a shipment where it is and tells of it, as tracking does: in one transaction. */
  async setFreightStatus(
    tenant: Tenant,
    freightId: number,
    status: string,
    type = 'shipment.delivered',
  ): Promise<void> {
    const transactions = this.app.app.get(Transactions);
    await transactions.run(async () => {
      await transactions.manager.query('UPDATE freight SET status = $1 WHERE id = $2', [status, freightId]);
      const event = SHIPMENT_EVENTS.find(({ name }) => name === type)!;
      const shipment = { ...event.sample.shipment, id: freightId, freight_id: freightId, proNumber: '' };
      await this.app.app.get(EventsService).publish(tenant, event, { shipment });
    });
  }

  async listInvoices(client: TestAgent, freightId: number): Promise<Invoice[]> {
    const { body } = await client.get('/api/v1/invoices?limit=100').expect(200);
    return (body.data as Invoice[]).filter(({ freight_id }) => freight_id === freightId);
  }

  async createInvoice(of: TestOrganization = this.org): Promise<Invoice> {
    const { id } = await newFreight(of.test);
    await this.setFreightStatus(toTestTenant(of), id, 'delivered');
    const [invoice] = await this.listInvoices(of.test, id);
    return (await of.test.get(`/api/v1/invoices/${invoice!.id}`).expect(200)).body as Invoice;
  }

  backdateDueDate(id: number) {
    return this.app.sql.query(`UPDATE invoices SET due_date = now() - interval '1 second' WHERE id = $1`, [
      id,
    ]);
  }

  markOverdue(): Promise<number> {
    return this.app.app.get(InvoicesService).markOverdue();
  }

  async listEventTypes(id: number): Promise<string[]> {
    const events = await this.app.sql.query<{ type: string }[]>(
      `SELECT type FROM events WHERE data->'invoice'->>'id' = $1 ORDER BY id`,
      [String(id)],
    );
    return events.map(({ type }) => type);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
