import type { Lading, Schemas } from '@lading/sdk';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { formatMoney } from '../output.js';
import { markForeignText } from './foreign-text.js';
import { runTool, toToolResult } from './tool-results.js';

const PLACE = z
  .strictObject({
    city: z.string().optional(),
    state: z.string().optional().describe('two-letter code'),
    zip: z.string().optional().describe('ZIP, ZIP+4 or postal code'),
    country: z.enum(['US', 'CA', 'MX']).optional().describe('default US'),
    address_id: z.number().int().optional().describe('ID of a saved address, instead of city, state and zip'),
  })
  .describe('city, state and zip, or address_id');

const ITEM = z.strictObject({
  weight: z.number().describe('total weight of the line in pounds'),
  length: z.number().describe('inches, per unit'),
  width: z.number().describe('inches, per unit'),
  height: z.number().describe('inches, per unit'),
  quantity: z.number().int().optional().describe('number of identical units; default 1'),
  freight_class: z.string().describe('NMFC freight class, for example "92.5"'),
  handling_unit_type: z
    .string()
    .optional()
    .describe('default pallet; also skid, crate, box, drum and others'),
  description: z.string().optional(),
  stackable: z.boolean().optional(),
});

const QUOTE = z.strictObject({
  origin: PLACE,
  destination: PLACE,
  items: z.array(ITEM).min(1),
  accessorials: z
    .record(z.string(), z.boolean())
    .optional()
    .describe('for example {"destination_liftgate": true, "residential_delivery": true}'),
  ship_date: z.string().optional().describe('YYYY-MM-DD; default: next business day'),
  declared_value_cents: z.number().int().optional(),
});

export function registerQuotingTools(server: McpServer, lading: Lading): void {
  server.registerTool(
    'quote',
    {
      title: 'Request quotes',
      description:
        'Requests quotes from every connected carrier. Books nothing. Prices are valid until expires_at.',
      inputSchema: QUOTE,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    (request) =>
      runTool(async () => {
        const { data, quote_group_id, carrier_results, warnings } = await lading.quotes.create(
          request as Schemas['CreateQuotes'],
        );
        const declined = carrier_results.filter(({ status }) => status !== 'rated');
        return toToolResult(`Quotes: ${data.length}. Cheapest: ${describeQuote(data[0])}.`, {
          quote_group_id,
          quotes: data.map(summarizeQuote),
          declined: markForeignText(
            declined.map(({ carrier, status, reason }) => ({ carrier, status, reason })),
          ),
          warnings: markForeignText(warnings),
        });
      }),
  );
  server.registerTool(
    'compare',
    {
      title: 'Compare quotes',
      description:
        'Compares the quotes of one request. Returns the cheapest, the fastest and the recommended quote, and how much more each quote costs and how many days longer it takes. Compares only prices in the most common currency.',
      inputSchema: z.strictObject({
        quote_group_id: z.string().describe('quote_group_id returned by the quote tool'),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ quote_group_id }) =>
      runTool(async () => {
        const { data } = await lading.quotes.group(quote_group_id);
        // Quotes in the currency of most quotes come first. Amounts of other currencies are not compared.
        const [first] = data;
        const comparable = data.filter(({ currency }) => currency === first?.currency);
        const cheapest = findMinimum(comparable, ({ net_charge_cents: cents }) => cents);
        const fastest = findMinimum(data, ({ transit_days: days }) => days);
        return toToolResult(
          `Cheapest: ${describeQuote(cheapest)}. Fastest: ${describeQuote(fastest)}, ${fastest?.transit_days} days.`,
          {
            cheapest_quote_id: cheapest?.id ?? null,
            fastest_quote_id: fastest?.id ?? null,
            recommended_quote_id: data.find(({ recommended }) => recommended)?.id ?? null,
            quotes: data.map((quote) => ({
              ...summarizeQuote(quote),
              more_than_cheapest_cents: comparable.includes(quote)
                ? quote.net_charge_cents - cheapest!.net_charge_cents
                : null,
              days_more_than_fastest: quote.transit_days - fastest!.transit_days,
              charges: markForeignText(
                quote.charges.map(({ code, description, amount_cents }) => ({
                  code,
                  description,
                  amount_cents,
                })),
              ),
            })),
          },
        );
      }),
  );
}

function findMinimum(
  quotes: Schemas['Quote'][],
  getValue: (quote: Schemas['Quote']) => number,
): Schemas['Quote'] | undefined {
  return quotes.toSorted((a, b) => getValue(a) - getValue(b))[0];
}

function describeQuote(quote: Schemas['Quote'] | undefined): string {
  return quote ? `${quote.carrier_name} at ${formatMoney(quote.net_charge_cents, quote.currency)}` : 'none';
}

function summarizeQuote(quote: Schemas['Quote']) {
  const { id, status, carrier_name, scac, service_level, net_charge_cents, recommended, expires_at } = quote;
  const { transit_days, pickup_date, estimated_delivery_date } = quote;
  const price = {
    net_charge_cents,
    currency: quote.currency,
    price: formatMoney(net_charge_cents, quote.currency),
    recommended,
  };
  const time = { transit_days, pickup_date, estimated_delivery_date, expires_at };
  return { quote_id: id, status, carrier_name, scac, service_level, ...price, ...time };
}
