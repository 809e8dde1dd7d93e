import { ApiSchema } from '@nestjs/swagger';
import { defineEvent } from '../events/define-event.js';
import { toQuoteDto } from './quote.mapper.js';
import { SAMPLE_QUOTE } from './quote.sample.js';
import { QuoteDto } from './quotes.dto.js';

@ApiSchema({ description: 'The response to a rate request.' })
export class QuoteCreatedData {
  /** The id that all quotes of the rate request share. */
  quote_group_id: string;
  /** Every quote of the group. */
  quotes: QuoteDto[];
}

@ApiSchema({ description: 'An event of a quote.' })
export class QuoteExpiredData {
  /** The quote. */
  quote: QuoteDto;
}

export const quoteCreated = defineEvent('quote.created', {
  meaning: 'A rate request returned quotes; one event for the whole group.',
  data: QuoteCreatedData,
  sample: { quote_group_id: SAMPLE_QUOTE.groupId, quotes: [toQuoteDto(SAMPLE_QUOTE)] },
  scope: 'quotes.read',
  about: ({ quotes }) => ({
    quoteIds: quotes.map(({ id }) => id),
    customerId: quotes[0]?.customer_id ?? null,
  }),
});

export const quoteExpired = defineEvent('quote.expired', {
  meaning: 'A quote can no longer be booked.',
  data: QuoteExpiredData,
  sample: { quote: toQuoteDto({ ...SAMPLE_QUOTE, status: 'expired' }) },
  scope: 'quotes.read',
  about: ({ quote: { id, customer_id } }) => ({ quoteIds: [id], customerId: customer_id }),
});
