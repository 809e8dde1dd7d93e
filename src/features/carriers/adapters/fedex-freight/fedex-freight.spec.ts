import { describe, expect, it } from '@jest/globals';
import type { RawRate } from '../../carrier-adapter.js';
import { findFedexRefusal, parseFedexTracking } from './fedex-freight.adapter.js';
import { parseFedexTender } from './fedex-freight-booking.js';
import { parseFedexRates } from './fedex-freight-rates.js';

const rated = (rate: object, more: object = {}) => ({
  output: {
    rateReplyDetails: [
      {
        serviceType: 'FEDEX_FREIGHT_ECONOMY',
        ratedShipmentDetails: { quoteNumber: 'Q1', totalNetCharge: 100, ...rate },
        commit: { transitDays: { minimumTransitTime: 'FOUR_DAYS' } },
        ...more,
      },
    ],
  },
});
const amounts = (rate: object) => {
  const [row] = parseFedexRates(rated(rate)) as RawRate[];
  return row!.charges.map(({ type, amountCents }) => [type, amountCents]);
};

describe('parseFedexRates', () => {
  it('shows the rest of the total as freight without a base charge', () => {
    const surCharges = [{ type: 'FUEL', description: 'Fuel', amount: 20.5 }];
    expect(amounts({ shipmentRateDetail: { surCharges } })).toEqual([
      ['linehaul', 7_950],
      ['fuel_surcharge', 2_050],
    ]);
  });

  it('adds what FedEx did not itemize', () => {
    expect(amounts({ totalBaseCharge: 90 })).toEqual([
      ['linehaul', 9_000],
      ['adjustment', 1_000],
    ]);
  });

  it.each([
    [{ commit: { transitDays: { description: '2 Business Days' } } }, 2],
    [{ commit: {}, operationalDetail: { transitTime: 'TWENTY_DAYS' } }, 20],
  ])('reads transit days from %j', (more, days) => {
    expect(parseFedexRates(rated({}, more))).toMatchObject([{ transitDays: days }]);
  });

  it('is a fault if no service has a total or transit days', () => {
    expect(() => parseFedexRates(rated({ totalNetCharge: undefined }))).toThrow('no total net charge');
    expect(() => parseFedexRates(rated({}, { commit: {} }))).toThrow('no transit days');
  });
});

describe('parseFedexTender', () => {
  it('finds the bill of lading among the documents of a package', () => {
    const document = (contentType: string, text: string) => ({
      contentType,
      encodedLabel: Buffer.from(text).toString('base64'),
    });
    const packageDocuments = [document('LABEL', 'label'), document('BILL_OF_LADING', 'bol')];
    const shipment = { masterTrackingNumber: '4561230000', pieceResponses: [{ packageDocuments }] };
    expect(parseFedexTender({ output: { transactionShipments: [shipment] } })).toEqual({
      proNumber: '4561230000',
      bol: Buffer.from('bol'),
    });
  });
});

describe('findFedexRefusal', () => {
  const answer = (status: number, body: object) => ({ status, body: { ...body }, rows: null, empty: false });

  it('joins the messages and keeps the first code, with any HTTP status', () => {
    const errors = [
      { code: 'A.B', message: 'One.' },
      { code: 'C.D', message: 'Two.' },
    ];
    expect(findFedexRefusal(answer(200, { errors }))).toEqual({ message: 'One. Two.', code: 'A.B' });
    expect(findFedexRefusal(answer(200, { output: {} }))).toBeNull();
    expect(findFedexRefusal(answer(404, { error_detail: 'Gone.' }))).toEqual({ message: 'Gone.' });
  });
});

describe('parseFedexTracking', () => {
  it('declines with the message of an error other than an unknown number', () => {
    const result = { error: { code: 'TRACKING.DATE.INVALID', message: 'The date is invalid.' } };
    const answer = { output: { completeTrackResults: [{ trackResults: [result] }] } };
    expect(() => parseFedexTracking(answer)).toThrow('The date is invalid.');
  });

  it('drops scans without a time or words, and reads unknown codes from their words', () => {
    const scanLocation = { city: 'RENO', stateOrProvinceCode: 'NV' };
    const scanEvents = [
      { date: '2026-12-01T16:30:00', eventType: 'XX', eventDescription: 'Delivery attempted', scanLocation },
      { date: 'soon', eventType: 'DL', eventDescription: 'Delivered', scanLocation },
      { date: '2026-12-01T16:30:00', eventType: 'DL', scanLocation },
    ];
    const answer = { output: { completeTrackResults: [{ trackResults: [{ scanEvents }] }] } };
    expect(parseFedexTracking(answer).scans).toEqual([
      {
        status: 'exception',
        description: 'Delivery attempted',
        location: 'RENO, NV',
        occurredAt: new Date('2026-12-02T00:30:00Z'),
        code: 'XX',
      },
    ]);
  });
});
