import type { Lading, Schemas } from '@lading/sdk';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { formatDollars } from '../output.js';
import { runTool, toToolResult } from './tool-results.js';

const PLACE = z
  .object({
    city: z.string().optional(),
    state: z.string().optional().describe('two letters'),
    zip: z.string().optional().describe('five digits, or ZIP+4'),
    address_id: z.number().int().optional().describe('a saved address instead'),
  })
  .describe('city, state and zip, or address_id');

const ITEM = z.object({
  weight: z.number().describe('pounds of the whole line'),
  length: z.number().describe('inches of one unit'),
  width: z.number(),
  height: z.number(),
  quantity: z.number().int().optional().describe('identical units; 1 by default'),
  freight_class: z.string().describe('the NMFC class, e.g. "92.5"'),
  handling_unit_type: z.string().optional().describe('pallet by default; skid, crate, box, drum …'),
  description: z.string().optional(),
  stackable: z.boolean().optional(),
});

const QUOTE = {
  origin: PLACE,
  destination: PLACE,
  items: z.array(ITEM).min(1),
  accessorials: z
    .record(z.string(), z.boolean())
    .optional()
    .describe('e.g. {"destination_liftgate": true, "residential_delivery": true}'),
  ship_date: z.string().optional().describe('YYYY-MM-DD; the next business day by default'),
  declared_value_cents: z.number().int().optional(),
};

export function registerQuotingTools(server: McpServer, lading: Lading): void {
  server.registerTool(
    'quote',
    {
      title: 'Ask carriers for prices',
      description:
        'Asks every connected carrier for a price. Nothing is booked; prices hold until expires_at.',
      inputSchema: QUOTE,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    (request) =>
      runTool(async () => {
        const { data, quote_group_id, carrier_results, warnings } = await lading.quotes.create(
          request as Schemas['CreateQuotes'],
        );
        const declined = carrier_results.filter(({ status }) => status !== 'rated');
        return toToolResult(`${data.length} prices, the cheapest ${describeQuote(data[0])}.`, {
          quote_group_id,
          quotes: data.map(summarizeQuote),
          declined: declined.map(({ carrier, status, reason }) => ({ carrier, status, reason })),
          warnings,
        });
      }),
  );
  server.registerTool(
    'compare',
    {
      title: 'Compare prices',
      description:
        'The quotes of one group side by side: the cheapest, the fastest, the recommended, and what each costs more.',
      inputSchema: { quote_group_id: z.string().describe('what quote answered') },
      annotations: { readOnlyHint: true },
    },
    ({ quote_group_id }) =>
      runTool(async () => {
        const { data } = await lading.quotes.group(quote_group_id);
        const cheapest = findMinimum(data, ({ net_charge_cents: cents }) => cents);
        const fastest = findMinimum(data, ({ transit_days: days }) => days);
        return toToolResult(
          `Cheapest: ${describeQuote(cheapest)}. Fastest: ${describeQuote(fastest)}, ${fastest?.transit_days} days.`,
          {
            cheapest_quote_id: cheapest?.id ?? null,
            fastest_quote_id: fastest?.id ?? null,
            recommended_quote_id: data.find(({ recommended }) => recommended)?.id ?? null,
            quotes: data.map((quote) => ({
              ...summarizeQuote(quote),
              more_than_cheapest_cents: quote.net_charge_cents - cheapest!.net_charge_cents,
              days_more_than_fastest: quote.transit_days - fastest!.transit_days,
              charges: quote.charges.map(({ code, description, amount_cents }) => ({
                code,
                description,
                amount_cents,
              })),
            })),
          },
        );
      }),
  );
}

function findMinimum(
  quotes: Schemas['Quote'][],
  of: (quote: Schemas['Quote']) => number,
): Schemas['Quote'] | undefined {
  return quotes.toSorted((a, b) => of(a) - of(b))[0];
}

function describeQuote(quote: Schemas['Quote'] | undefined): string {
  return quote ? `${quote.carrier_name} at ${formatDollars(quote.net_charge_cents)}` : 'none';
}

function summarizeQuote(quote: Schemas['Quote']) {
  const { id, status, carrier_name, scac, service_level, net_charge_cents, recommended, expires_at } = quote;
  const { transit_days, pickup_date, estimated_delivery_date } = quote;
  const price = { net_charge_cents, price: formatDollars(net_charge_cents), recommended };
  const time = { transit_days, pickup_date, estimated_delivery_date, expires_at };
  return { quote_id: id, status, carrier_name, scac, service_level, ...price, ...time };
}
