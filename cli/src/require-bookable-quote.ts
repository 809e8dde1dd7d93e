import type { Lading, Schemas } from '@lading/sdk';
import { CliError, EXIT_CODES } from './errors.js';

/** The quote, as long as it can be booked: refused here it leaves no draft behind. @throws CliError, LadingError */
export async function requireBookableQuote(lading: Lading, id: number): Promise<Schemas['Quote']> {
  const quote = await lading.quotes.get(id);
  if (quote.status === 'booked')
    throw new CliError(`The quote ${id} is booked already.`, EXIT_CODES.refused, 'quote_already_booked');
  if (quote.status === 'expired')
    throw new CliError(`The quote ${id} has expired: ask for new ones.`, EXIT_CODES.refused, 'quote_expired');
  return quote;
}
