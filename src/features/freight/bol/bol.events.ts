import { ApiSchema } from '@nestjs/swagger';
import { defineEvent } from '../../events/define-event.js';
import { SAMPLE_QUOTE } from '../../quotes/quote.sample.js';
import { FreightDto } from '../record/freight.dto.js';
import { toFreightDto } from '../record/freight.mapper.js';
import { SAMPLE_FREIGHT } from '../record/freight.sample.js';
import { BolDto } from './bol.dto.js';
import { toBolDto } from './bol.mapper.js';

@ApiSchema({ description: 'A bill of lading and its shipment.' })
export class BolGeneratedData {
  /** The bill of lading. */
  bol: BolDto;
  /** The shipment. */
  shipment: FreightDto;
}

export const bolGenerated = defineEvent('bol.generated', {
  meaning: 'The first PDF of a bill of lading was created.',
  data: BolGeneratedData,
  sample: { bol: toBolDto(SAMPLE_FREIGHT, SAMPLE_QUOTE), shipment: toFreightDto(SAMPLE_FREIGHT) },
  scope: 'freight.read',
  about: ({ shipment: { id, quote, customer_id } }) => ({
    freightId: id,
    quoteIds: [quote.id],
    customerId: customer_id,
  }),
});
