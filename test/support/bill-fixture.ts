import { startApp, type TestApp, type TestOrganization } from './app.js';
import { freightRequest, newQuote } from './factories.js';

/** What a bill can be dated: no day to come. */
export const TODAY = new Date().toISOString().slice(0, 10);

export interface ChargeLine {
  type: string;
  amount_cents: number;
}

export interface BillableFreight {
  id: number;
  pro: string;
  scac: string;
  carrierName: string;
  charges: ChargeLine[];
  quotedCents: number;
}

/** The service and an organization whose shipments are under way. */
export class BillFixture {
  private serial = 0;

  private constructor(
    readonly app: TestApp,
    readonly org: TestOrganization,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<BillFixture> {
    const app = await startApp(env);
    return new BillFixture(app, await app.organization());
  }

  setFreightStatus(id: number, status: string, pro: string | null) {
    return this.app.sql.query('UPDATE freight SET status = $2, pro_number = $3 WHERE id = $1', [
      id,
      status,
      pro,
    ]);
  }

  /** A shipment under way, with a PRO number of its own. */
  async createInTransitFreight(
    of: TestOrganization = this.org,
    rating: Record<string, unknown> = {},
    changes: Record<string, unknown> = {},
  ): Promise<BillableFreight> {
    const rated = await newQuote(of.test, rating);
    const drafted = await of.test.post('/api/v1/freight').send(freightRequest(rated.id, changes)).expect(201);
    const id = drafted.body.id as number;
    const pro = `77${String(++this.serial).padStart(7, '0')}`;
    await this.setFreightStatus(id, 'in_transit', pro);
    const { body: freight } = await of.test.get(`/api/v1/freight/${id}`).expect(200);
    const { body: quote } = await of.test.get(`/api/v1/quotes/${freight.quote.id}`).expect(200);
    const { name: carrierName, scac } = freight.carrier;
    return { id, pro, scac, carrierName, charges: quote.charges, quotedCents: quote.net_charge_cents };
  }

  /** The bill that agrees with the shipment's quote. */
  buildBill({ pro, scac, charges }: BillableFreight, changes: Record<string, unknown> = {}) {
    return {
      bill_number: `FB-${++this.serial}`,
      carrier: scac,
      pro_number: pro,
      bill_date: TODAY,
      lines: charges.map(({ type, amount_cents }) => ({ type, amount_cents })),
      ...changes,
    };
  }

  async postBill(body: Record<string, unknown>, of: TestOrganization = this.org) {
    return (await of.test.post('/api/v1/bills').send(body).expect(201)).body;
  }

  listEvents(id: number) {
    return this.app.sql.query<{ type: string; data: { bill: unknown } }[]>(
      `SELECT type, data FROM events WHERE data->'bill'->>'id' = $1 ORDER BY id`,
      [String(id)],
    );
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
