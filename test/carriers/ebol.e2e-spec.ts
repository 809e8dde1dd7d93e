import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parseSettings } from '../../src/features/carriers/adapter-settings.js';
import { EbolAdapter } from '../../src/features/carriers/adapters/ebol/ebol.adapter.js';
import type { EbolSettings } from '../../src/features/carriers/adapters/ebol/ebol.settings.js';
import { CarrierDeclined, CarrierFault, CarrierUnsure } from '../../src/features/carriers/carrier-adapter.js';
import type { TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { CarrierCallLog } from '../../src/features/carriers/calls/carrier-call-log.js';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { EBOL_ACCOUNT, EBOL_KEY, FakeEbol } from '../fakes/fake-ebol.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, rateRequest, createTariff } from '../support/factories.js';
import { buildRateRequest, buildPallet, buildTenderRequest } from '../support/carrier-request-builders.js';

const PATIENT = new AbortController().signal;
const fake = new FakeEbol();
const settings = (): EbolSettings => ({
  base_url: fake.url,
  auth: 'token',
  ...EBOL_ACCOUNT,
  token_url: fake.tokenUrl,
});
const adapter = new EbolAdapter();
const account = (more: Partial<EbolSettings> = {}) => ({
  scac: 'ODFL',
  settings: { ...settings(), ...more },
});
const book = (more: Partial<TenderRequest> = {}, own: Partial<EbolSettings> = {}) =>
  adapter.tender(
    buildTenderRequest('04000000000000017', { carrierQuoteNumber: '', ...more }),
    account(own),
    PATIENT,
  );
const cancel = (proNumber: string, own: Partial<EbolSettings> = {}) =>
  adapter.cancel({ reference: '04000000000000017', proNumber, bookingId: null }, account(own), PATIENT);
const sent = () => JSON.parse(fake.requests.at(-1)!.body);

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  fake.behaviour = 'normal';
});

describe("the eBOL adapter conforms to the port (grade A; C: a carrier's own 404 means already cancelled)", () => {
  const subject = {
    adapter: () => new EbolAdapter(),
    fake,
    account: {
      scac: 'ODFL',
      // The port is known when the fake listens; the checks read it later.
      settings: {
        auth: 'token' as const,
        ...EBOL_ACCOUNT,
        get base_url() {
          return fake.url;
        },
        get token_url() {
          return fake.tokenUrl;
        },
      },
    },
    requiredSettings: ['base_url', 'auth', 'account', 'username', 'password', 'token_url'],
    secrets: [EBOL_ACCOUNT.password, 'ebol-token-'],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    tender: buildTenderRequest,
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('an eBOL booking', () => {
  it('contains parties, freight, dangerous goods, services and references (grade A)', async () => {
    const { proNumber } = await book({
      accessorials: ['destination_liftgate', 'hazmat', 'limited_access_delivery'],
      limitedAccess: { delivery: 'school' },
      items: [
        buildPallet(700.2, '85', {
          quantity: 2,
          nmfc_item_number: '86900',
          hazmat: {
            un_number: 'UN1090',
            proper_shipping_name: 'Acetone',
            hazard_class: '3',
            packing_group: 'II',
          },
        }),
      ],
      emergencyContact: { name: 'Chemtrec', phone: '1-800-424-9300' },
      references: [{ name: 'PO', value: '4711' }],
    });
    expect(proNumber).toMatch(/^\d{11}$/);
    expect(sent()).toMatchObject({
      version: '2.1.0',
      bol: { function: 'Create', isTest: false, requestorRole: 'Shipper' },
      referenceNumbers: { bol: ['04000000000000017'], po: [{ number: '4711' }] },
      commodities: {
        lineItemLayout: 'Nested',
        handlingUnits: [
          {
            count: 2,
            type: 'PAT',
            weight: 701,
            lineItems: [
              {
                classification: '85',
                hazardous: true,
                hazardousDetails: { unnaNumber: 'UN1090', propername: 'Acetone', packingGroup: '2' },
              },
            ],
          },
        ],
      },
      accessorials: {
        codes: ['LFTD', 'HAZ', 'LTDAD'],
        hazardousDetails: { emergencyContact: { name: 'Chemtrec', phone: '8004249300' } },
        limitedAccessType: { destination: 'School' },
      },
      origin: { account: EBOL_ACCOUNT.account, country: 'USA' },
    });
    expect(sent().referenceNumbers).not.toHaveProperty('quoteId');
  });

  it('warns to call for the pickup, because its pickup date requests none (grade A)', async () => {
    expect(await book()).toMatchObject({ warning: expect.stringContaining('Call the carrier') });
    expect(await book({}, { standing_pickup: true })).not.toHaveProperty('warning');
  });

  it('is marked as a test with `test_bookings` (grade A)', async () => {
    const before = fake.bookings('04000000000000017');
    await book({}, { test_bookings: true });
    expect(sent().bol.isTest).toBe(true);
    expect(fake.bookings('04000000000000017')).toBe(before);
  });

  it("authenticates with an API key, Basic credentials or a session token (grade B: Old Dominion's token)", async () => {
    for (const own of [
      { auth: 'api_key' as const, api_key: EBOL_KEY },
      { auth: 'basic' as const },
      { auth: 'token' as const },
    ])
      expect(await book({}, own)).toHaveProperty('proNumber');
    await expect(book({}, { auth: 'basic', password: 'wrong' })).rejects.toThrow(
      'the credentials were rejected',
    );
  });

  it("uses the configured paths (grade C: Old Dominion's paths)", async () => {
    const paths = {
      create_path: 'BOL/v3.1/eBOL/bol-external-per-standards',
      cancel_path: 'BOL/v3.1/eBOL/deleteBolPro?proNumber={pro}',
    };
    // The fake has the standard's paths only.
    await expect(book({}, paths)).rejects.toThrow(new CarrierDeclined('No such resource', '404'));
    expect(fake.requests.at(-1)!.path).toBe('/BOL/v3.1/eBOL/bol-external-per-standards');
    await expect(cancel('102-3456789', paths)).rejects.toThrow(CarrierFault);
    expect(fake.requests.at(-1)!.path).toBe('/BOL/v3.1/eBOL/deleteBolPro?proNumber=1023456789');
    expect(() => parseSettings(adapter, { ...settings(), cancel_path: 'bol/v1/app' })).toThrow('cancel_path');
  });

  it('is not repeated if the result of the first attempt is unknown', async () => {
    const before = fake.requests.length;
    await expect(book({ repeated: true })).rejects.toThrow(CarrierUnsure);
    expect(fake.requests.length).toBe(before);
  });

  it('is cancelled by its PRO number unless the carrier declines (grade A)', async () => {
    const { proNumber } = await book();
    fake.behaviour = 'decline';
    await expect(cancel(proNumber)).rejects.toThrow(CarrierDeclined);
    fake.behaviour = 'normal';
    await cancel(proNumber);
    expect([...fake.cancelled]).toContain(proNumber);
  });
});

describe('a carrier connected through eBOL', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', BOOKING_DEADLINE: '3s' });
    org = await app.organization();
    await app.app
      .get(CarrierConnectionsService)
      .connect(
        { organizationId: org.id, mode: 'live' },
        { adapter: 'ebol', scac: 'ODFL', settings: settings() },
      );
  });
  afterAll(() => app.close());

  it('declines quotes and asks for a tariff', async () => {
    const { body } = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(422);
    expect(body.error.carrier_results).toEqual([
      expect.objectContaining({
        scac: 'ODFL',
        status: 'declined',
        reason: 'The carrier has no rate API. Add a tariff with your contract rates for it.',
      }),
    ]);
  });

  it('books and cancels through its API at the price of a tariff with its SCAC', async () => {
    await createTariff(org.live, {
      scac: 'ODFL',
      carrier_name: 'Old Dominion',
      tender_email: 'desk@odfl.example',
    });
    const { body } = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const answers = body.carrier_results.filter((one: { scac: string }) => one.scac === 'ODFL');
    expect(answers).toMatchObject([{ status: 'rated' }]);
    const quote = body.data.find((one: { scac: string }) => one.scac === 'ODFL');
    const draft = (await org.live.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201)).body;
    const booked = (await org.live.post(`/api/v1/freight/${draft.id}/book`).expect(200)).body;
    expect(booked).toMatchObject({
      status: 'carrier_accepted',
      pro_number: expect.stringMatching(/^\d{11}$/),
      status_reason:
        'ODFL accepted the booking, but its API does not accept pickup requests. Call the carrier to request the pickup.',
      tender: null,
    });
    expect(fake.bookings(draft.bol_number)).toBe(1);
    const { data: papers } = (await org.live.get(`/api/v1/freight/${draft.id}/documents`).expect(200)).body;
    expect(papers).toMatchObject([{ type: 'bill_of_lading', source: 'carrier' }]);
    const path = `/api/v1/freight/${draft.id}/documents/${papers[0].id}`;
    const { body: paper } = await org.live.get(path).buffer(true).expect(200);
    expect(String(paper)).toContain(`BOL ${booked.pro_number}`);
    const voided = (await org.live.post(`/api/v1/freight/${draft.id}/cancel`).expect(200)).body;
    expect(voided).toMatchObject({ status: 'voided', status_reason: null });
    expect([...fake.cancelled]).toContain(booked.pro_number);
  });

  it('logs its calls without tokens and user names, with the paths unchanged', async () => {
    await app.app.get(CarrierCallLog).flush();
    const { text, body } = await org.live.get('/api/v1/carrier-calls?carrier=ODFL&limit=100').expect(200);
    const urls = body.data.map(({ url }: { url: string }) => url);
    expect(urls).toEqual(expect.arrayContaining([fake.tokenUrl, `${fake.url}/bol/v1/app/`]));
    expect(text).toContain('{\\"sessionToken\\":\\"[redacted]\\"}');
    expect(text).not.toMatch(/ebol-token-|ann@acme|ebol-password/);
  });
});
