import type { Lading, Schemas } from '@lading/sdk';
import { CliError, EXIT } from './failure.js';

/** The quote, as long as it can be booked: refused here it leaves no draft behind. @throws CliError, LadingError */
export async function bookableQuote(lading: Lading, id: number): Promise<Schemas['Quote']> {
  const quote = await lading.quotes.get(id);
  if (quote.status === 'booked')
    throw new CliError(`The quote ${id} is booked already.`, EXIT.refused, 'quote_already_booked');
  if (quote.status === 'expired')
    throw new CliError(`The quote ${id} has expired: ask for new ones.`, EXIT.refused, 'quote_expired');
  return quote;
}
