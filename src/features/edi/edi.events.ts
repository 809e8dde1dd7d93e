import { ApiSchema } from '@nestjs/swagger';
import { defineEvent } from '../events/define-event.js';
import { EdiInterchangeDto } from './edi-interchanges.dto.js';

@ApiSchema({ description: 'The EDI interchange of the event, as it was at that time.' })
export class EdiInterchangeEventData {
  /** The interchange. */
  interchange: EdiInterchangeDto;
}

const NOW = '2026-01-15T12:00:00.000Z';
const sample: EdiInterchangeEventData = {
  interchange: {
    object: 'edi_interchange',
    id: 0,
    partner_id: 0,
    direction: 'inbound',
    status: 'processed',
    control_number: '000000001',
    size_bytes: 512,
    acknowledges_id: null,
    documents: [],
    created_at: NOW,
    updated_at: NOW,
  },
};

export const ediReceived = defineEvent('edi.received', {
  meaning: 'An EDI interchange from a trading partner was processed.',
  data: EdiInterchangeEventData,
  sample,
  scope: 'edi.read',
});

export const ediRejected = defineEvent('edi.rejected', {
  meaning:
    'An EDI interchange was quarantined, contained a rejected document, or was rejected in the partner’s acknowledgment.',
  data: EdiInterchangeEventData,
  sample: { interchange: { ...sample.interchange, status: 'rejected' } },
  scope: 'edi.read',
});

export const ediUnacknowledged = defineEvent('edi.unacknowledged', {
  meaning: 'A trading partner did not acknowledge an EDI interchange in time.',
  data: EdiInterchangeEventData,
  sample: { interchange: { ...sample.interchange, direction: 'outbound', status: 'sent' } },
  scope: 'edi.read',
});
