/*
 * Answers of carriers in the shape of a published source. The values are our own: only the layout is the source's.
 * `recorded`: a recorded answer of the carrier's API. `asserted`: asserted by the carrier's own tests. `document`: an official
 * document. `client`: fields that a client reads.
 */
export interface PublishedAnswer {
  title: string;
  evidence: 'recorded' | 'asserted' | 'document' | 'client';
  source: string;
  carrier: 'rl' | 'tforce' | 'xpo' | 'estes' | 'ebol';
  call: 'rate' | 'tender' | 'cancel' | 'track' | 'documents' | 'token';
  status: number;
  body: unknown;
  expected: object;
}

const FRIENDLY_SHIPPING = 'github.com/friendlycart/friendly_shipping spec';
const ESTES_TESTS = 'github.com/prokopious/myestes-test src/test/java/billOfLadingTests';
const ESTES_RATES = 'a client’s test script with the answer of March 2026';
const DSDC = 'github.com/dsdcapis/full-truckload ltl-ebol-2.1.0-openapi.yaml';
const RL_NOTES = 'technology.rlcarriers.com release notes';
const FREIGHT_KIT = 'github.com/next-tms/freight_kit lib/freight_kit/carriers/cnwy.rb';

const declined = (reason: string, code: string | null = null) => ({ outcome: 'declined', reason, code });
const estesRefusal = (...information: object[]) => ({
  messageStatus: {
    status: 'FAIL',
    code: '10000001',
    message: 'Transaction failed',
    resolution: '',
    information,
  },
});
const ebolBooked = (status: string) => ({
  referenceNumbers: { pro: '0612345678' },
  messageStatus: { status, code: '1', message: '', resolution: '', information: [] },
});
const rlLevel = (QuoteNumber: string, Code: string, NetCharge: string) => ({
  QuoteNumber,
  Code,
  NetCharge,
  ServiceDays: 2,
  Name: `Level ${Code}`,
});
const rlQuote = (...ServiceLevels: object[]) => ({
  RateQuote: {
    OriginServiceCenter: { Code: 'AAA', Location: 'Atown, NY' },
    Charges: [
      { Type: '', Title: 'Class: 70', Weight: '500', Rate: '$20.00', Amount: '$100.00' },
      { Type: 'FUEL', Title: 'Fuel Surcharge', Rate: '30%', Amount: '$30.00' },
      { Type: 'NET', Title: 'Net Charge', Amount: '$130.00' },
    ],
    ServiceLevels,
  },
  Code: 200,
  Errors: [],
});
const estesLevel = (id: string, total: string, expiration: string, more: object[] = []) => ({
  serviceLevelId: id,
  serviceLevelText: `Level ${id}`,
  quoteId: `Q${id}`,
  rateFound: true,
  dates: { quoteExpiration: expiration, transitDeliveryDate: '2099-03-24' },
  transitDetails: { transitDays: 2, originTerminalInfo: { name: 'Atown', stateProvince: 'NJ' } },
  quoteRate: { totalCharges: total, ratedAccessorials: [{ description: 'Fuel Surcharge', charge: '20.00' }] },
  lineItemCharges: [{ description: 'Freight', weight: 100, charge: '100.00' }],
  chargeItems: [
    { description: 'Commodity Total', charge: '100.00' },
    { description: 'City Pickup Charge', charge: '.00' },
    { description: 'Fuel Surcharge 20.00%', charge: '20.00' },
    ...more,
  ],
});
const estesUnrated = {
  rateFound: false,
  reasons: [{ messageId: 'GSC0188', message: 'Call us for this level.' }],
};
const estesScan = (concise: string, day: string) => ({
  conciseStatus: concise,
  expandedStatus: concise,
  referenceDate: day,
  referenceTime: '06:15',
});
const estesPlace = (name: string, city: string, state: string) => ({ name, address: { city, state } });

export const PUBLISHED_ANSWERS: readonly PublishedAnswer[] = [
  {
    title: 'R+L sends an expedited level without a quote number',
    evidence: 'document',
    source: `${RL_NOTES}, September 2025`,
    carrier: 'rl',
    call: 'rate',
    status: 200,
    body: rlQuote(rlLevel('1', 'STD', '$130.00'), rlLevel('', 'EXPD', '$900.00')),
    expected: {
      rates: [
        { quoteNumber: '1', serviceCode: 'STD', netChargeCents: 13_000, originTerminal: 'AAA Atown, NY' },
      ],
      warnings: ['Level EXPD: The carrier response has no quote number.'],
    },
  },
  {
    title: 'R+L sends the guaranteed level first',
    evidence: 'client',
    source: 'github.com/jarrettcrosby/clawpilot',
    carrier: 'rl',
    call: 'rate',
    status: 200,
    body: rlQuote(rlLevel('2', 'GSDS', '$150.00'), rlLevel('1', 'STD', '$130.00')),
    expected: {
      rates: [
        { quoteNumber: '2', netChargeCents: 15_000 },
        { quoteNumber: '1', netChargeCents: 13_000 },
      ],
      warnings: [],
    },
  },
  {
    title: 'R+L refuses a booking',
    evidence: 'recorded',
    source: `${FRIENDLY_SHIPPING}/cassettes/rl/create_bill_of_lading/failure.yml`,
    carrier: 'rl',
    call: 'tender',
    status: 400,
    body: {
      ProNumber: null,
      Code: 400,
      Errors: [{ Property: 'Items', ErrorMessage: 'An item is required' }],
    },
    expected: declined('An item is required', '400'),
  },
  {
    title: 'R+L finds no shipment, with HTTP 200 since January 2026',
    evidence: 'document',
    source: `${RL_NOTES}, 13 January 2026`,
    carrier: 'rl',
    call: 'track',
    status: 200,
    body: { Shipments: null, Code: 200, Errors: [], Messages: ['No shipments were found.'] },
    expected: { outcome: 'tracked', scans: [] },
  },
  {
    title: 'R+L finds no shipment, with HTTP 400 before January 2026',
    evidence: 'document',
    source: `${RL_NOTES}, 13 January 2026`,
    carrier: 'rl',
    call: 'track',
    status: 400,
    body: { Shipments: null, Code: 400, Errors: [{ ErrorMessage: 'No shipments were found.' }] },
    expected: { outcome: 'tracked', scans: [] },
  },
  {
    title: 'TForce refuses a booking',
    evidence: 'recorded',
    source: `${FRIENDLY_SHIPPING}/cassettes/tforce_freight/create_bol/failure.yml`,
    carrier: 'tforce',
    call: 'tender',
    status: 400,
    body: { responseStatus: { code: 'ERROR', description: 'Property name is missing.' } },
    expected: declined('Property name is missing.', '400'),
  },
  {
    title: 'TForce books without the pickup',
    evidence: 'recorded',
    source: `${FRIENDLY_SHIPPING}/cassettes/tforce_freight/create_bol/success.yml`,
    carrier: 'tforce',
    call: 'tender',
    status: 200,
    body: {
      summary: { code: 'OK', message: 'success' },
      detail: {
        pro: '123456789',
        pickup: {
          responseStatus: { code: 'ERROR', description: 'Service unavailable.' },
          transactionReference: { confirmationNumber: '' },
        },
      },
    },
    expected: {
      proNumber: '123456789',
      pickupConfirmation: null,
      warning:
        'TForce accepted the booking but not the pickup: Service unavailable. Call the carrier to request the pickup.',
    },
  },
  {
    title: 'TForce refuses documents with HTTP 200',
    evidence: 'recorded',
    source: `${FRIENDLY_SHIPPING}/fixtures/tforce_freight/documents/failure.json`,
    carrier: 'tforce',
    call: 'documents',
    status: 200,
    body: { summary: { responseStatus: { code: 'IMG_1', message: 'Enroll first' } }, detail: [null] },
    expected: declined('Enroll first', 'IMG_1'),
  },
  {
    title: 'Estes refuses a booking with one error',
    evidence: 'asserted',
    source: `${ESTES_TESTS}/BillOfLadingRegrssionTest.java`,
    carrier: 'estes',
    call: 'tender',
    status: 400,
    body: estesRefusal({ type: 'E', code: 'EBG0141', message: 'Sort quantity differs.' }),
    expected: declined('Sort quantity differs.', 'EBG0141'),
  },
  {
    title: 'Estes refuses a booking with a warning and an error',
    evidence: 'asserted',
    source: `${ESTES_TESTS}/BillOfLadingRegrssionTest.java`,
    carrier: 'estes',
    call: 'tender',
    status: 400,
    body: estesRefusal(
      { type: 'W', code: 'EBG0186', message: 'Characters were removed.' },
      { type: 'E', code: 'EBG0170', message: 'The unit weighs less than its lines.' },
    ),
    expected: declined('The unit weighs less than its lines.', 'EBG0170'),
  },
  {
    title: 'Estes books with a warning',
    evidence: 'asserted',
    source: `${ESTES_TESTS}/BillOfLadingRegrssionTest.java`,
    carrier: 'estes',
    call: 'tender',
    status: 201,
    body: ebolBooked('WARNING'),
    expected: { proNumber: '0612345678' },
  },
  {
    title: 'Estes lists the freight and an expiry with a time',
    evidence: 'recorded',
    source: ESTES_RATES,
    carrier: 'estes',
    call: 'rate',
    status: 200,
    body: {
      data: [
        estesLevel('99', '120.00', '2099-03-20-00.00.00.000000'),
        estesLevel('98', '150.00', '2099-03-19-15.00.00.000000', [
          { description: 'Service Level Adjustment', charge: '30.00' },
        ]),
        { serviceLevelId: '96', serviceLevelText: 'By noon', ...estesUnrated },
      ],
      error: { code: 0, message: '' },
    },
    expected: {
      rates: [
        {
          quoteNumber: 'Q99',
          originTerminal: 'Atown, NJ',
          expiresAt: new Date('2099-03-20T23:59:59-04:00'),
          charges: [
            { type: 'linehaul', amountCents: 10_000 },
            { type: 'fuel_surcharge', amountCents: 2_000 },
          ],
        },
        {
          quoteNumber: 'Q98',
          expiresAt: new Date('2099-03-19T15:00:00-04:00'),
          charges: [
            { type: 'linehaul', amountCents: 10_000 },
            { type: 'fuel_surcharge', amountCents: 2_000 },
            { type: 'accessorial', code: 'SERVICE_LEVEL_ADJUSTMENT', amountCents: 3_000 },
          ],
        },
      ],
      warnings: ['By noon: Call us for this level.'],
    },
  },
  {
    title: 'Estes rates no level',
    evidence: 'recorded',
    source: ESTES_RATES,
    carrier: 'estes',
    call: 'rate',
    status: 200,
    body: { data: [{ serviceLevelText: 'By noon', ...estesUnrated }], error: { code: 0 } },
    expected: declined('Call us for this level.'),
  },
  {
    title: 'Estes nests the place of a scan and repeats the last scan as the current status',
    evidence: 'client',
    source: 'types of a public client of /v1/shipments/history',
    carrier: 'estes',
    call: 'track',
    status: 200,
    body: {
      data: [
        {
          status: estesScan('In Transit', '2026-03-04'),
          destinationTerminal: estesPlace('Chicago Terminal', 'Chicago', 'IL'),
          movementHistory: [
            {
              location: estesPlace('Denver Terminal', 'Denver', 'CO'),
              statusHistory: [estesScan('In Transit', '2026-03-04')],
            },
          ],
        },
      ],
    },
    expected: { scans: [{ status: 'in_transit', location: 'Denver, CO' }] },
  },
  {
    title: 'an eBOL carrier refuses with a bare list of result codes',
    evidence: 'document',
    source: DSDC,
    carrier: 'ebol',
    call: 'tender',
    status: 400,
    body: ['300 - Failure Data Error: destination'],
    expected: declined('300 - Failure Data Error: destination', '300'),
  },
  {
    title: 'an eBOL carrier refuses with a list of objects',
    evidence: 'document',
    source: DSDC,
    carrier: 'ebol',
    call: 'tender',
    status: 400,
    body: [{ code: '300', description: 'Failure Data Error' }],
    expected: declined('Failure Data Error', '300'),
  },
  {
    title: 'an eBOL carrier refuses a cancellation',
    evidence: 'document',
    source: DSDC,
    carrier: 'ebol',
    call: 'cancel',
    status: 400,
    body: ['500 - Failure Business Logic Error'],
    expected: declined('500 - Failure Business Logic Error', '500'),
  },
  {
    title: 'an eBOL carrier cancels without content',
    evidence: 'document',
    source: DSDC,
    carrier: 'ebol',
    call: 'cancel',
    status: 200,
    body: null,
    expected: { outcome: 'canceled' },
  },
  {
    title: 'an eBOL carrier does not know the booking',
    evidence: 'document',
    source: DSDC,
    carrier: 'ebol',
    call: 'cancel',
    status: 404,
    body: null,
    expected: { outcome: 'canceled' },
  },
  {
    title: 'Dayton writes the status as Success',
    evidence: 'client',
    source: 'a public client of Dayton’s CreateStandardElectronicBillOfLading',
    carrier: 'ebol',
    call: 'tender',
    status: 200,
    body: ebolBooked('Success'),
    expected: { proNumber: '0612345678' },
  },
  {
    title: 'Old Dominion rejects the password with HTTP 400',
    evidence: 'client',
    source: 'github.com/agritheory/shipstation_integration',
    carrier: 'ebol',
    call: 'token',
    status: 400,
    body: { errors: ['Invalid credentials'] },
    expected: {
      outcome: 'failed',
      reason: 'The carrier request failed: the credentials were rejected (400).',
    },
  },
  {
    title: 'XPO writes the delivery day in milliseconds',
    evidence: 'client',
    source: FREIGHT_KIT,
    carrier: 'xpo',
    call: 'rate',
    status: 200,
    body: {
      code: '200',
      data: {
        rateQuote: { confirmationNbr: '1', totCharge: [{ amt: 284.32 }] },
        transitTime: { transitDays: 3, estdDlvrDate: Date.UTC(2026, 2, 6, 5) },
      },
    },
    expected: { rates: [{ netChargeCents: 28_432, estimatedDeliveryDate: '2026-03-06' }], warnings: [] },
  },
  {
    title: 'XPO hands the freight to an agent',
    evidence: 'client',
    source: 'a public client that reads it as EDI J1',
    carrier: 'xpo',
    call: 'track',
    status: 200,
    body: {
      data: {
        shipmentTrackingEvent: [
          { eventHdr: { eventDesc: 'Delivered to agent', eventTmst: 1_772_640_000_000 } },
        ],
      },
    },
    expected: { scans: [{ status: 'in_transit' }] },
  },
  {
    title: 'XPO does not know the PRO number',
    evidence: 'client',
    source: 'a public client that reads HTTP 404 as unknown',
    carrier: 'xpo',
    call: 'track',
    status: 404,
    body: { error: { message: 'PRO not found|' } },
    expected: { outcome: 'tracked', scans: [] },
  },
];
