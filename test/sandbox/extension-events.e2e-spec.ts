import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import request from 'supertest';
import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { Transactions } from '../../src/platform/database/transactions.js';
import { defineEvent, removeEventDefinition } from '../../src/features/events/define-event.js';
import { EventsService } from '../../src/features/events/events.service.js';
import { Extension, ExtensionError } from '../../src/config/extension.js';
import { buildDocument } from '../../src/app/openapi/document.js';
import { listResetTables } from '../../src/features/sandbox/sandbox-data.repository.js';
import { OwnedEntity } from '../../src/platform/tenancy/owned.entity.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

@ApiSchema({ description: 'What happened to a dock.' })
class DockData {
  @ApiProperty({ description: 'Its number.', type: 'integer' })
  dock: number;
}

const dockFreed = defineEvent('dock.freed', {
  meaning: 'A truck left a dock.',
  data: DockData,
  sample: { dock: 0 },
});

@Entity('acme_docks')
@Unique(['organizationId', 'mode', 'id'])
class Dock extends OwnedEntity {
  @Column('integer')
  number: number;
}

@Entity('acme_trucks')
@Unique(['organizationId', 'mode', 'id'])
@ForeignKey(() => Dock, ['organizationId', 'mode', 'dockId'] as const, ['organizationId', 'mode', 'id'])
class Truck extends OwnedEntity {
  @Column('bigint')
  dockId: number;
}

@Injectable()
class Gatekeeper implements OnModuleInit {
  readonly heard: number[] = [];

  constructor(private readonly events: EventsService) {}

  onModuleInit(): void {
    this.events.on(dockFreed, async (_tenant, { data }) => void this.heard.push(data.dock));
  }
}

@Extension({ entities: [Dock, Truck], providers: [Gatekeeper], exports: [Gatekeeper] })
class AcmeModule {}

@Module({ imports: [AcmeModule] })
class AcmeYard {}

describe('an event of an extension', () => {
  let app: TestApp;
  let org: TestOrganization;
  /** Skips the check against the committed document, which does not contain the extension. */
  const post = (path: string, body: object = {}) =>
    request(app.url).post(`/api/v1${path}`).set('Authorization', `Bearer ${org.testKey}`).send(body);

  beforeAll(async () => {
    app = await startApp({}, [], [AcmeModule, AcmeYard]);
    org = await app.organization();
    const owned = `id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, organization_id bigint, mode varchar(4),
      created_at timestamptz DEFAULT now(), UNIQUE (organization_id, mode, id)`;
    await app.sql.query(`CREATE TABLE acme_docks (${owned}, number integer)`);
    await app.sql.query(`CREATE TABLE acme_trucks (${owned}, dock_id bigint,
      FOREIGN KEY (organization_id, mode, dock_id) REFERENCES acme_docks (organization_id, mode, id))`);
  });
  afterAll(async () => {
    await app.close();
    removeEventDefinition(dockFreed);
  });

  it('can be subscribed to, simulated and received', async () => {
    const endpoint = await post('/webhooks', { url: 'https://example.com/hook', events: ['dock.freed'] });
    expect(endpoint.status).toBe(201);
    expect(endpoint.body.events).toEqual(['dock.freed']);
    const { body } = await post('/sandbox/simulate/dock.freed', { note: 'mine' }).expect(200);
    const [event] = await app.sql.query('SELECT type, data FROM events WHERE public_id = $1', [
      body.event_id,
    ]);
    expect(event).toEqual({ type: 'dock.freed', data: { dock: 0, note: 'mine', simulated: true } });
    const deliveries = await app.sql.query(
      'SELECT event_type FROM webhook_deliveries WHERE endpoint_id = $1',
      [endpoint.body.id],
    );
    expect(deliveries).toEqual([{ event_type: 'dock.freed' }]);
    expect(app.app.get(Gatekeeper, { strict: false }).heard).toEqual([0]);
    expect((await post('/sandbox/simulate/dock.freed', { dock: 7 }).expect(400)).body.error.param).toBe(
      'dock',
    );
  });

  it('appears in error messages and in the OpenAPI document', async () => {
    const refused = await post('/sandbox/simulate/dock.lost').expect(400);
    expect(refused.body.error.message).toContain('dock.freed');
    const unknown = await post('/webhooks', { url: 'https://example.com/', events: ['dock.lost'] }).expect(
      400,
    );
    expect(unknown.body.error).toMatchObject({
      param: 'events',
      message: expect.stringContaining('dock.freed'),
    });
    const document = buildDocument(app.app) as unknown as {
      webhooks: Record<string, object>;
      components: { schemas: Record<string, { enum?: string[]; discriminator?: { mapping: object } }> };
    };
    const { EventType, Event, DockFreedEvent } = document.components.schemas;
    expect(EventType!.enum).toContain('dock.freed');
    expect(Event!.discriminator!.mapping).toHaveProperty(
      ['dock.freed'],
      '#/components/schemas/DockFreedEvent',
    );
    expect(DockFreedEvent).toMatchObject({ properties: { data: { $ref: '#/components/schemas/DockData' } } });
    expect(document.webhooks['dock.freed']).toMatchObject({ post: { operationId: 'receiveDockFreed' } });
  });

  it('belongs to tables that a sandbox reset empties in the order of their references', async () => {
    const owner = [org.id, 'test'];
    const [{ id }] = await app.sql.query(
      'INSERT INTO acme_docks (organization_id, mode, number) VALUES ($1, $2, 1) RETURNING id',
      owner,
    );
    await app.sql.query('INSERT INTO acme_trucks (organization_id, mode, dock_id) VALUES ($1, $2, $3)', [
      ...owner,
      id,
    ]);
    const order = listResetTables(app.sql.entityMetadatas);
    expect(order.indexOf('acme_trucks')).toBeLessThan(order.indexOf('acme_docks'));
    await post('/sandbox/reset').expect(200);
    expect(await app.sql.query('SELECT id FROM acme_docks')).toEqual([]);
  });

  it('requires the declared data and a unique name', async () => {
    const [tenant, events] = [{ organizationId: org.id, mode: 'test' } as const, app.app.get(EventsService)];
    const publish = () =>
      app.app.get(Transactions).run(async () => {
        await events.publish(tenant, dockFreed, { dock: 3 });
        // @ts-expect-error a payload is what its definition says
        await events.publish(tenant, dockFreed, { gate: 3 });
        // @ts-expect-error and so is what is heard
        events.on(dockFreed, async (_tenant, { data }) => void data.gate);
        throw new Error('only the types count');
      });
    await expect(publish()).rejects.toThrow('only the types count');
    const again = { meaning: '', data: DockData, sample: { dock: 0 } };
    expect(() => defineEvent('dock.freed', again)).toThrow(
      new ExtensionError(
        'Event dock.freed is defined twice: "A truck left a dock." and "". Rename one of them.',
      ),
    );
    expect(() => defineEvent('Dock', again)).toThrow('Invalid event name: Dock.');
  });
});
