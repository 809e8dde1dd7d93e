import { ApiSchema } from '@nestjs/swagger';
import { defineEvent } from '../events/define-event.js';
import { toBillDto } from './bill.mapper.js';
import { BillDto } from './bills.dto.js';

@ApiSchema({ description: 'The freight bill of the event, as it was at that time.' })
export class BillEventData {
  /** The bill. */
  bill: BillDto;
}

const eventOptions = {
  scope: 'bills.read',
  about: ({ bill }: BillEventData) => ({ billId: bill.id, freightId: bill.freight_id }),
};

const NOW = new Date('2026-01-15T12:00:00.000Z');
const sample: BillEventData = {
  bill: toBillDto({
    id: 0,
    organizationId: 0,
    mode: 'test',
    createdAt: NOW,
    updatedAt: NOW,
    billNumber: 'SAMPLE',
    kind: 'original',
    objected: true,
    carrier: 'SIM1',
    carrierKey: 'SIM1',
    proNumber: null,
    proKey: null,
    freightId: null,
    billDate: '2026-01-15',
    currency: 'USD',
    lines: [],
    totalCents: 35_692,
    status: 'disputed',
    reason: 'Sample without a shipment.',
    reasons: [],
    replacesBillId: null,
    duplicateOfBillId: null,
    replaced: false,
    taxCents: 0,
    taxDisputedCents: 0,
    disputedCents: null,
    creditCents: 0,
    note: null,
    quotedCents: null,
    comparison: [],
  }),
};

export const billCreated = defineEvent('bill.created', {
  meaning: "A carrier's freight bill was received.",
  data: BillEventData,
  sample,
  ...eventOptions,
});

export const billUpdated = defineEvent('bill.updated', {
  meaning: "A carrier's freight bill changed.",
  data: BillEventData,
  sample,
  ...eventOptions,
});
