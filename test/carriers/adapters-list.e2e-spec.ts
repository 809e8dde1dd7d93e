import { Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, IsUrl, ValidateNested } from 'class-validator';
import { type CarrierAdapter, InjectableAdapter } from '../../src/features/carriers/carrier-adapter.js';
import { parseSettings } from '../../src/features/carriers/adapter-settings.js';
import { AdapterRegistry } from '../../src/features/carriers/adapter-registry.js';
import {
  startFakeCarriers,
  startFurtherFakeCarriers,
  type FakeCarrierConnection,
} from '../fakes/fake-carriers.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

class Billing {
  @IsInt()
  terms: number;
}

/** The settings of an extension that declares no schema. */
class PlainSettings {
  @IsString()
  access_token: string;

  @IsOptional()
  @IsUrl()
  portal?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => Billing)
  billing?: Billing;
}

@InjectableAdapter()
class PlainAdapter implements CarrierAdapter<PlainSettings> {
  readonly name = 'plain';
  readonly settings = PlainSettings;
  rate = async () => [];
}

@Module({ providers: [PlainAdapter] })
class PlainModule {}

interface Listed {
  name: string;
  settings_schema: { properties: Record<string, Record<string, unknown>>; required: string[] };
}

describe('the list of adapters', () => {
  let app: TestApp;
  let org: TestOrganization;
  let carriers: FakeCarrierConnection[];
  let listed: Listed[];

  beforeAll(async () => {
    carriers = [...(await startFakeCarriers()), ...(await startFurtherFakeCarriers())];
    app = await startApp({ PROCESS_ROLE: 'api' }, [], [PlainModule]);
    org = await app.organization();
    listed = (await org.test.get('/api/v1/adapters').expect(200)).body.data;
  });
  afterAll(async () => {
    await app.close();
    await Promise.all(carriers.map(({ fake }) => fake.close()));
  });

  const named = (name: string) => listed.find((adapter) => adapter.name === name)!;

  it('shows carriers, operations with their grade, and modes of each adapter', () => {
    expect(listed.map(({ name }) => name)).toEqual([
      'arcbest',
      'averitt',
      'dayton',
      'dsdc_rates',
      'ebol',
      'edi',
      'estes',
      'fedex_freight',
      'odfl',
      'plain',
      'rl',
      'saia',
      'simulated',
      'southeastern',
      'tforce',
      'xpo',
    ]);
    expect(named('rl')).toMatchObject({
      object: 'adapter',
      title: 'R+L Carriers',
      scacs: ['RLCA'],
      operations: [
        { operation: 'rate', grade: 'A' },
        { operation: 'tender', grade: 'A' },
        { operation: 'track', grade: 'B' },
        { operation: 'documents', grade: 'A' },
      ],
      document_types: ['bill_of_lading', 'pod', 'carrier_invoice'],
      modes: ['live'],
    });
    expect(named('simulated')).toMatchObject({ scacs: expect.arrayContaining(['SIM1']), modes: ['test'] });
    expect(named('plain')).toMatchObject({
      title: 'plain',
      scacs: [],
      operations: [{ operation: 'rate', grade: null }],
    });
  });

  it('has a settings schema with marked secrets, also for an adapter without its own schema', () => {
    expect(named('rl').settings_schema).toMatchObject({
      type: 'object',
      required: ['api_key'],
      additionalProperties: false,
      properties: {
        api_key: { type: 'string', minLength: 8, maxLength: 255, writeOnly: true, format: 'password' },
        base_url: { type: 'string', format: 'uri', description: expect.stringContaining('sandbox') },
      },
    });
    expect(named('plain').settings_schema).toEqual({
      type: 'object',
      required: ['access_token'],
      additionalProperties: false,
      properties: {
        access_token: { type: 'string', writeOnly: true, format: 'password' },
        portal: { type: 'string', format: 'uri' },
        billing: {
          type: 'object',
          required: ['terms'],
          additionalProperties: false,
          properties: { terms: { type: 'integer' } },
        },
      },
    });
  });

  it('has schemas that accept and reject the same settings as connecting does', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: true }));
    for (const { adapter: name, settings } of carriers) {
      const { settings_schema: schema } = named(name);
      const adapter = app.app.get(AdapterRegistry).get(name);
      const check = ajv.compile(schema);
      const agree = (candidate: object, good: boolean) => {
        expect([candidate, check(candidate)]).toEqual([candidate, good]);
        const parse = () => parseSettings(adapter, candidate);
        if (good) expect(parse).not.toThrow();
        else expect(parse).toThrow();
      };
      agree(settings, true);
      agree({ ...settings, nothing_known: 1 }, false);
      for (const field of schema.required) agree({ ...settings, [field]: undefined }, false);
      for (const field of Object.keys(settings)) agree({ ...settings, [field]: [] }, false);
    }
  });

  it('requires the adapters.read scope', async () => {
    const make = async (scope: string) =>
      (
        await org.test
          .post('/api/v1/keys')
          .send({ scopes: [scope] })
          .expect(201)
      ).body.key;
    await app
      .client(await make('adapters.read'))
      .get('/api/v1/adapters')
      .expect(200);
    await app
      .client(await make('quotes.read'))
      .get('/api/v1/adapters')
      .expect(403);
  });
});
