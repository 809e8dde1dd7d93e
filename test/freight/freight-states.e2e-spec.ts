import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  FREIGHT_STATES,
  FREIGHT_STATUSES,
  FREIGHT_TRIGGERS,
  type FreightStatus,
  type FreightTrigger,
} from '../../src/features/freight/record/freight-states.js';
import { FreightLifecycle } from '../../src/features/freight/record/freight-lifecycle.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import type { Tenant } from '../../src/platform/tenancy/tenant.js';
import { TrackedShipmentsRepository } from '../../src/features/tracking/tracked-shipments.repository.js';
import { TRACKING_STATUSES, type TrackingStatus } from '../../src/domain/tracking-status.js';
import { TrackingService } from '../../src/features/tracking/tracking.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight } from '../support/factories.js';

/** A second copy of the state table in the documentation. */
const EXPECTED: Record<FreightStatus, Partial<Record<FreightTrigger, FreightStatus>>> = {
  draft: { book_by_hand: 'created', book: 'booked', cancel: 'voided' },
  created: { confirm: 'carrier_accepted', decline: 'draft', cancel: 'voided' },
  booked: { tender: 'tendered', cancel: 'voided' },
  tendered: { accept: 'carrier_accepted', decline: 'draft', cancel: 'voided' },
  carrier_accepted: { schedule: 'scheduled', pick_up: 'in_transit', cancel: 'voided' },
  scheduled: { pick_up: 'in_transit', cancel: 'voided' },
  in_transit: { deliver: 'delivered' },
  delivered: {},
  voided: {},
};

const ACTIONS = {
  patch: { method: 'patch', path: '', body: { special_instructions: 'Changed' }, legal: { draft: 'draft' } },
  book: { method: 'post', path: '/book', body: {}, legal: { draft: 'scheduled' } },
  confirm: {
    method: 'post',
    path: '/confirm',
    body: { pro_number: '77777777' },
    legal: { created: 'carrier_accepted' },
  },
  cancel: {
    method: 'post',
    path: '/cancel',
    body: {},
    legal: {
      draft: 'voided',
      created: 'voided',
      booked: 'voided',
      tendered: 'voided',
      carrier_accepted: 'voided',
      scheduled: 'voided',
    },
  },
} as const;

const WITHOUT_PRO: FreightStatus[] = ['created', 'booked', 'tendered'];

describe('freight states', () => {
  let app: TestApp;
  let org: TestOrganization;
  let tenant: Tenant;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', RATE_LIMIT_ENABLED: 'false' });
    org = await app.organization();
    tenant = { organizationId: org.id, mode: 'test' };
  });
  afterAll(() => app.close());

  /** Creates a shipment in this status, with all related rows. */
  async function shipmentIn(status: FreightStatus): Promise<number> {
    const { id } = await newFreight(org.test);
    if (status === 'draft') return id;
    await org.test.post(`/api/v1/freight/${id}/book`).expect(200);
    await app.sql.query('UPDATE freight SET status = $2 WHERE id = $1', [id, status]);
    if (WITHOUT_PRO.includes(status)) {
      await app.sql.query('DELETE FROM tracked_shipments WHERE freight_id = $1', [id]);
      await app.sql.query('UPDATE freight SET pro_number = NULL WHERE id = $1', [id]);
    }
    if (status === 'tendered') {
      await app.sql.query(
        `UPDATE bookings SET pending = 'tender', due_at = now() + interval '1 hour' WHERE freight_id = $1`,
        [id],
      );
    }
    return id;
  }

  /** Reads everything stored about the shipment, to compare it before and after a rejected transition. */
  async function stored(id: number): Promise<unknown> {
    const tables = [
      app.sql.query('SELECT * FROM freight WHERE id = $1', [id]),
      app.sql.query('SELECT * FROM bookings WHERE freight_id = $1', [id]),
      app.sql.query('SELECT q.* FROM quotes q JOIN freight f ON f.quote_id = q.id WHERE f.id = $1', [id]),
      app.sql.query(`SELECT type, data FROM events WHERE data->'shipment'->>'id' = $1 ORDER BY id`, [
        String(id),
      ]),
    ];
    return Promise.all(tables);
  }

  it('are exactly those of the table', () => {
    for (const status of FREIGHT_STATUSES) {
      for (const trigger of FREIGHT_TRIGGERS) {
        expect([status, trigger, FREIGHT_STATES.next(status, trigger)]).toEqual([
          status,
          trigger,
          EXPECTED[status][trigger] ?? null,
        ]);
      }
    }
  });

  const requests = FREIGHT_STATUSES.flatMap((status) =>
    Object.entries(ACTIONS).map(([name, action]) => [status, name, action] as const),
  );
  it.each(requests)('%s: %s', async (status, _name, { method, path, body, legal }) => {
    const id = await shipmentIn(status);
    const before = await stored(id);
    const answer = await org.test[method](`/api/v1/freight/${id}${path}`).send(body);
    const next = (legal as Partial<Record<FreightStatus, FreightStatus>>)[status];
    if (next) {
      expect(answer.body).toMatchObject({ id, status: next });
      expect(answer.status).toBe(200);
    } else {
      expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', code: /^freight_not_/ });
      expect(answer.status).toBe(422);
      expect(await stored(id)).toEqual(before);
    }
  });

  const triggers = FREIGHT_STATUSES.flatMap((status) =>
    FREIGHT_TRIGGERS.map((trigger) => [status, trigger, EXPECTED[status][trigger]] as const),
  );
  it.each(triggers)('%s, %s inside: %s', async (status, trigger, next) => {
    const { id } = await newFreight(org.test);
    await app.sql.query('UPDATE freight SET status = $2 WHERE id = $1', [id, status]);
    const before = await stored(id);
    const move = app.app.get(Transactions).run(async () => {
      const freight = await app.app.get(FreightLifecycle).lock(tenant, id);
      return app.app.get(FreightLifecycle).transition(tenant, freight, trigger);
    });
    if (next) {
      expect((await move).status).toBe(next);
    } else {
      await expect(move).rejects.toThrow(`is ${status} can't ${trigger}`);
      expect(await stored(id)).toEqual(before);
    }
  });

  /** Returns the status that a carrier's scan leads to, through the transitions in between. */
  function afterScan(status: FreightStatus, scan: TrackingStatus): FreightStatus {
    const fixed: FreightStatus[] = ['draft', 'delivered', 'voided'];
    if (scan === 'pending' || fixed.includes(status)) return status;
    if (scan === 'cancelled') return status === 'in_transit' ? status : 'voided';
    return scan === 'delivered' ? 'delivered' : 'in_transit';
  }

  const scans = FREIGHT_STATUSES.filter((status) => status !== 'draft').flatMap((status) =>
    TRACKING_STATUSES.map((scan) => [status, scan, afterScan(status, scan)] as const),
  );
  it.each(scans)('%s, the carrier says %s: %s', async (status, scan, next) => {
    const { id } = await newFreight(org.test);
    await org.test.post(`/api/v1/freight/${id}/book`).expect(200);
    await app.sql.query('UPDATE freight SET status = $2 WHERE id = $1', [id, status]);
    const tracked = await app.app.get(TrackedShipmentsRepository).findByFreight(tenant, id);
    const before = await stored(id);
    await app.app.get(TrackingService).recordScans(tenant, tracked!.id, [{ status: scan }], 'carrier');
    const { body } = await org.test.get(`/api/v1/freight/${id}`).expect(200);
    expect(body.status).toBe(next);
    const unmoved = next === status && status !== 'in_transit' && scan !== next;
    if (unmoved) expect(await stored(id)).toEqual(before);
  });
});
