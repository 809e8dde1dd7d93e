import { Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, IsUrl, Length, ValidateNested } from 'class-validator';
import {
  CarrierDeclined,
  type CarrierAccount,
  type CarrierAdapter,
  type RawRate,
  InjectableAdapter,
} from '../../src/features/carriers/carrier-adapter.js';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { ConnectionRefused } from '../../src/features/carriers/connection-refused.js';
import { Config } from '../../src/config/config.js';
import { ConfigError } from '../../src/config/env.js';
import { OrganizationsService } from '../../src/platform/auth/organizations.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newQuote, rateRequest } from '../support/factories.js';

class AcmeBilling {
  @IsInt()
  terms: number;
}

class AcmeSettings {
  @IsString()
  @Length(4, 40)
  api_key: string;

  @IsOptional()
  @IsUrl({ require_tld: false })
  base_url?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => AcmeBilling)
  billing?: AcmeBilling;
}

/** Has no booking API, describes its carriers, and uses injected services. */
@InjectableAdapter()
class AcmeAdapter implements CarrierAdapter<AcmeSettings> {
  readonly name = 'acme';
  readonly settings = AcmeSettings;
  readonly carriers = [
    {
      scac: 'ACME',
      name: 'Acme Freight',
      phone: '555-222-6666',
      trackingUrl: 'https://acme.test/track?pro={pro}',
      isPro: (pro: string) => /^AC\d{6}$/.test(pro),
    },
    { scac: 'XPOL', name: 'XPO', phone: '800-755-2728' },
  ];

  constructor(
    private readonly config: Config,
    private readonly organizations: OrganizationsService,
  ) {}

  async rate(_request: unknown, { settings, scac }: CarrierAccount<AcmeSettings>): Promise<RawRate[]> {
    if (settings.api_key !== 'key-of-acme') throw new CarrierDeclined('Not a customer.');
    const cents = this.config.quotes.deadlineMs + (this.organizations ? 1 : 0);
    const charges = [{ type: 'linehaul' as const, code: 'LH', description: scac, amountCents: cents }];
    const level = { serviceLevel: 'Standard', serviceCode: 'STD', transitDays: 2 };
    return [{ quoteNumber: 'A-1', ...level, netChargeCents: cents, charges }];
  }
}

@InjectableAdapter()
class OtherAcmeAdapter implements CarrierAdapter {
  readonly name: string = 'acme';
  readonly settings = AcmeBilling;
  rate = async () => [];
}

@InjectableAdapter()
class RivalAdapter extends OtherAcmeAdapter {
  override readonly name = 'rival';
  readonly carriers = [{ scac: 'ACME', name: 'Acme by another' }];
}

@InjectableAdapter()
class NamelessAdapter extends OtherAcmeAdapter {
  override readonly name = 'Acme Freight';
}

@Module({ providers: [AcmeAdapter] })
class AcmeModule {}

@Module({ providers: [OtherAcmeAdapter] })
class OtherAcmeModule {}

@Module({ providers: [RivalAdapter] })
class RivalModule {}

@Module({ providers: [NamelessAdapter] })
class NamelessModule {}

describe('an adapter of an extension', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', QUOTE_DEADLINE: '4321ms' }, [], [AcmeModule]);
    org = await app.organization();
  });
  afterAll(() => app.close());

  const connect = (settings: unknown, adapter = 'acme', scac = 'ACME') =>
    app.app
      .get(CarrierConnectionsService)
      .connect({ organizationId: org.id, mode: 'live' }, { adapter, scac, settings });

  it('is found, gets its dependencies injected, and rates', async () => {
    await connect({ api_key: 'key-of-acme' });
    const { body } = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
    expect(body.data).toEqual([expect.objectContaining({ scac: 'ACME', net_charge_cents: 4_322 })]);
  });

  it('adds its carriers to the directory without replacing other fields', async () => {
    const carrier = async (scac: string) => (await org.live.get(`/api/v1/carriers/${scac}`).expect(200)).body;
    expect(await carrier('ACME')).toMatchObject({
      name: 'Acme Freight',
      phone: '555-222-6666',
      tracking_url: 'https://acme.test/track?pro={pro}',
    });
    expect((await carrier('ACME')).id).toBeGreaterThanOrEqual(1_000);
    expect(await carrier('XPOL')).toMatchObject({
      id: 104,
      phone: '800-755-2728',
      tracking_url: expect.stringContaining('xpo.com'),
    });
    expect(await carrier('SIM1')).toMatchObject({ id: 1, name: 'Cobalt Peak Freight', phone: null });
  });

  it('validates the PRO numbers of its carrier', async () => {
    await connect({ api_key: 'key-of-acme' });
    const { id: quoteId } = await newQuote(org.live);
    const { body: freight } = await org.live
      .post('/api/v1/freight')
      .send(freightRequest(quoteId))
      .expect(201);
    await org.live.post(`/api/v1/freight/${freight.id}/book`).expect(200);
    const confirm = (pro_number: string) =>
      org.live.post(`/api/v1/freight/${freight.id}/confirm`).send({ pro_number });
    const { body } = await confirm('123456785').expect(400);
    expect(body.error).toMatchObject({ param: 'pro_number', message: expect.stringContaining('ACME') });
    await confirm('ac-123456').expect(200);
  });

  it.each<[string, unknown, string]>([
    ['no settings', undefined, 'The settings must be a JSON object.'],
    [
      'an unknown field',
      { api_key: 'key-of-acme', colour: 'red' },
      'colour is not a setting of this adapter.',
    ],
    ['a field of the wrong kind', { api_key: 12_345 }, 'api_key must be a string.'],
    [
      'a nested field',
      { api_key: 'abcd', billing: { terms: 'x' } },
      'billing.terms must be an integer number.',
    ],
    [
      'two fields',
      { api_key: 'abcd', base_url: 'a secret', colour: 'red' },
      'colour is not a setting of this adapter. base_url must be a URL address.',
    ],
    ['a list', [{ api_key: 'abcd' }], 'The settings must be a JSON object.'],
    ['text', 'key-of-acme', 'The settings must be a JSON object.'],
  ])('rejects %s with a message that names the field but no value', async (_name, settings, sentence) => {
    const refusal: unknown = await connect(settings).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConnectionRefused);
    expect((refusal as Error).message).toBe(sentence);
  });

  it('is named in the error if it is unknown', async () => {
    await expect(connect({}, 'nobody')).rejects.toThrow(
      new ConnectionRefused(
        'Unknown adapter "nobody". Use one of: acme, arcbest, averitt, dayton, dsdc_rates, ebol, edi, estes, fedex_freight, odfl, rl, saia, simulated, southeastern, tforce, xpo.',
      ),
    );
  });

  it('causes an error of its own carrier only once it is uninstalled', async () => {
    const { id: quoteId } = await newQuote(org.live);
    const { body: freight } = await org.live
      .post('/api/v1/freight')
      .send(freightRequest(quoteId))
      .expect(201);
    await app.sql.query(`UPDATE carrier_connections SET adapter = 'gone' WHERE adapter = 'acme'`);
    const { body } = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(422);
    expect(body.error.carrier_results).toEqual([
      expect.objectContaining({
        status: 'error',
        reason: `The carrier's adapter "gone" is not installed.`,
      }),
    ]);
    const { body: refused } = await org.live.post(`/api/v1/freight/${freight.id}/book`).expect(422);
    expect(refused.error.code).toBe('carrier_not_connected');
  });
});

describe('a start with conflicting adapters', () => {
  it.each<[string, typeof AcmeModule, string]>([
    ['one name', OtherAcmeModule, 'Two carrier adapters are named "acme": AcmeAdapter and OtherAcmeAdapter.'],
    ['one carrier', RivalModule, 'Two carrier adapters describe ACME: "acme" and "rival".'],
    [
      'an invalid name',
      NamelessModule,
      'The carrier adapter NamelessAdapter needs a name of 1 to 40 lowercase letters, digits, _ and -.',
    ],
  ])('fails with a message: %s', async (_name, other, sentence) => {
    await expect(startApp({ PROCESS_ROLE: 'api' }, [], [AcmeModule, other])).rejects.toThrow(
      new ConfigError(sentence),
    );
  });
});
