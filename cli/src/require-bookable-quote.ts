import type { Lading, Schemas } from '@lading/sdk';
import { CliError, EXIT_CODES } from './errors.js';

/** Returns the quote. The check before booking avoids a leftover draft. @throws CliError if it is booked or expired */
export async function requireBookableQuote(lading: Lading, id: number): Promise<Schemas['Quote']> {
  const quote = await lading.quotes.get(id);
  if (quote.status === 'booked')
    throw new CliError(`Quote ${id} is already booked.`, EXIT_CODES.refused, 'quote_already_booked');
  if (quote.status === 'expired')
    throw new CliError(`Quote ${id} has expired. Request new quotes.`, EXIT_CODES.refused, 'quote_expired');
  return quote;
}
