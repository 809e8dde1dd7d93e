import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { XpoAdapter } from '../../src/features/carriers/adapters/xpo/xpo.adapter.js';
import type { XpoSettings } from '../../src/features/carriers/adapters/xpo/xpo.settings.js';
import {
  CarrierDeclined,
  CarrierUnsure,
  type CarrierAccount,
} from '../../src/features/carriers/carrier-adapter.js';
import type { RateItem, RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { parseRates } from '../../src/features/carriers/parse-rates.js';
import { isValidPro } from '../../src/domain/pro-number.js';
import { FakeXpo, XPO_ACCOUNT } from '../fakes/fake-xpo.js';
import { buildRateRequest, buildPallet, buildTenderRequest } from '../support/carrier-request-builders.js';

const PATIENT = new AbortController().signal;
const fake = new FakeXpo();
const account: CarrierAccount<XpoSettings> = {
  scac: 'XPOL',
  settings: {
    ...XPO_ACCOUNT,
    get base_url() {
      return fake.url;
    },
  },
};
const adapter = new XpoAdapter();
const rate = (items: RateItem[], more: Partial<RateRequest> = {}) =>
  adapter.rate(buildRateRequest(items, more), account, PATIENT);
const book = (more: Partial<TenderRequest> = {}, settings: Partial<XpoSettings> = {}) =>
  adapter.tender(
    buildTenderRequest('04000000000000017', more),
    { ...account, settings: { ...XPO_ACCOUNT, base_url: fake.url, ...settings } },
    PATIENT,
  );
const sent = () => JSON.parse(fake.requests.at(-1)!.body);

beforeAll(() => fake.listen());
afterAll(() => fake.close());
beforeEach(() => {
  fake.behaviour = 'normal';
});

describe('the XPO adapter conforms to the port (grade C: tracking event fields, the cancellation response)', () => {
  const { consumer_secret, password } = XPO_ACCOUNT;
  const subject = {
    adapter: () => new XpoAdapter(),
    fake,
    account,
    requiredSettings: ['consumer_key', 'consumer_secret', 'username', 'password', 'account'],
    secrets: [consumer_secret, password, 'xpo-token-'],
    requests: [
      buildRateRequest([buildPallet(500, '70')]),
      buildRateRequest([buildPallet(1_200, '92.5')]),
    ] as const,
    tender: buildTenderRequest,
    tracked: {
      proNumber: '235-825413',
      instants: ['2026-12-01T16:30:00-08:00', '2026-12-03T08:00:00-07:00'],
    },
    documented: {
      // The fake's first booking.
      booked: { reference: '04000000000000017', proNumber: '235825413', bookingId: '2358254100' },
      types: ['bill_of_lading'] as const,
    },
  };
  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

describe('XPO rates', () => {
  it('warn that they do not include the declared value', async () => {
    const [priced] = parseRates(await rate([buildPallet(500, '70')], { declaredValueCents: 512_300 }));
    expect(priced!.warnings).toEqual([
      {
        code: 'declared_value_not_priced',
        param: 'declared_value_cents',
        message:
          'The price does not include the declared value of $5,123.00. The carrier may bill a charge for excess value.',
      },
    ]);
    const [plain] = parseRates(await rate([buildPallet(500, '70')]));
    expect(plain).not.toHaveProperty('warnings');
  });

  it("equal the carrier's total, with the amount that is not itemized as linehaul", async () => {
    const [priced] = parseRates(
      await rate([buildPallet(500, '70')], { accessorials: ['destination_liftgate'] }),
    );
    expect(priced).toMatchObject({ serviceCode: 'LTL', transitDays: 3, estimatedDeliveryDate: '2026-12-04' });
    expect(priced!.netChargeCents).toBe(29_113);
    expect(priced!.charges.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['linehaul', 77_000],
      ['discount', -61_600],
      ['fuel_surcharge', 4_913],
      ['accessorial', 8_800],
    ]);
  });

  it('are requested at noon at the origin with the account of the payer', async () => {
    await rate([buildPallet(500, '70')]);
    expect(sent().shipmentInfo).toMatchObject({
      shipmentDate: '2026-12-01T12:00:00-08:00',
      shipper: { acctInstId: XPO_ACCOUNT.account },
      paymentTermCd: 'P',
    });
    await rate([buildPallet(500, '70')], { terms: 'collect' });
    expect(sent().shipmentInfo).toMatchObject({
      consignee: { acctInstId: XPO_ACCOUNT.account },
      paymentTermCd: 'C',
    });
    await rate([buildPallet(500, '70')], { terms: 'third_party', billTo: { account: '98765432' } });
    expect(sent().shipmentInfo.bill2Party).toEqual({ acctInstId: '98765432' });
    await expect(rate([buildPallet(500, '70')], { terms: 'third_party' })).rejects.toThrow('account number');
  });

  it('are declined for a handling unit type without a known code', async () => {
    await expect(rate([buildPallet(500, '70', { handling_unit_type: 'drum' })])).rejects.toThrow('Drum');
  });
});

describe('XPO bookings', () => {
  it('contain every field and the pickup in quarter hours, and get a valid PRO number', async () => {
    const { proNumber, pickupConfirmation } = await book({
      carrierQuoteNumber: '90000123',
      accessorials: ['inside_delivery', 'hazmat'],
      items: [
        buildPallet(700, '85', {
          hazmat: {
            un_number: 'UN1090',
            proper_shipping_name: 'Acetone',
            hazard_class: '3',
            packing_group: 'II',
          },
        }),
      ],
      emergencyContact: { name: 'Chemtrec', phone: '800-424-9300' },
      declaredValueCents: 123_450,
      references: [{ name: 'PO', value: '4711' }],
      pickup: { readyTime: '10:05', closeTime: '16:50' },
    });
    expect(isValidPro('XPOL', proNumber)).toBe(true);
    expect(pickupConfirmation).toMatch(/^LAX/);
    expect(sent().bol).toMatchObject({
      commodityLine: [{ hazmatInd: true, desc: expect.stringMatching(/^UN1090, Acetone, 3, II /) }],
      additionalService: [{ accsrlCode: 'DID', prepaidOrCollect: 'P' }, { accsrlCode: 'ZHM' }],
      suppRef: {
        otherRefs: [
          { referenceCode: 'RQ#', reference: '90000123' },
          { referenceCode: 'BL#', reference: '04000000000000017' },
        ],
      },
      pickupInfo: { pkupTime: '2026-12-01T10:15:00-08:00', dockCloseTime: '2026-12-01T16:45:00-08:00' },
      remarks: 'Emergency contact: Chemtrec 800-424-9300. PO 4711.',
      declaredValueAmt: { amt: 1_234.5, currencyCd: 'USD' },
    });
  });

  it('are sent in test mode with `test_bookings`', async () => {
    const before = fake.bookings('04000000000000017');
    await book({}, { test_bookings: true });
    expect(fake.requests.at(-1)!.path).toContain('testMode=Y');
    expect(fake.bookings('04000000000000017')).toBe(before);
  });

  it('name the third party that pays', async () => {
    const billTo = {
      company: 'Payer',
      address: '1 Bank St',
      city: 'Reno',
      state: 'NV',
      zip: '89501',
      phone: '555-111-2222',
    };
    await book({ terms: 'third_party', billTo });
    expect(sent().bol).toMatchObject({ chargeToCd: 'P', billToCust: { address: { name: 'Payer' } } });
  });

  it('are not repeated if the result of the first attempt is unknown', async () => {
    await expect(book({ repeated: true })).rejects.toThrow(CarrierUnsure);
    await expect(book({ repeated: true })).rejects.toThrow('04000000000000017');
  });

  it('are cancelled once by the XPO id, or by phone without an id', async () => {
    const { proNumber, bookingId } = await book();
    const cancel = (id: string | null) =>
      adapter.cancel({ reference: '04000000000000017', proNumber, bookingId: id }, account, PATIENT);
    await cancel(bookingId!);
    expect([...fake.cancelled]).toContain(bookingId);
    await expect(cancel(null)).rejects.toThrow('Call the carrier');
    await expect(cancel('1')).rejects.toThrow(CarrierDeclined);
  });

  it('have no bill of lading from XPO without an XPO id', async () => {
    const booked = { reference: '04000000000000017', proNumber: '235825413', bookingId: null };
    await expect(adapter.documents(booked, 'bill_of_lading', account, PATIENT)).rejects.toThrow(
      CarrierDeclined,
    );
  });

  it("can be cancelled twice without an error (grade C: XPO's message)", async () => {
    const { proNumber, bookingId = null } = await book();
    const booked = { reference: '04000000000000017', proNumber, bookingId };
    await adapter.cancel(booked, account, PATIENT);
    await adapter.cancel(booked, account, PATIENT);
  });
});
