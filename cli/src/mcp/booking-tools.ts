import type { Lading, Schemas } from '@lading/sdk';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { requireBookableQuote } from '../require-bookable-quote.js';
import { toFailureReport } from '../errors.js';
import { formatDollars } from '../output.js';
import { runTool, toToolResult, toErrorResult } from './tool-results.js';
import { buildBolLink } from './document-resources.js';
import { summarizeShipment } from './search-tools.js';

const PARTY = z.object({
  company: z.string().optional(),
  contact: z.string().optional(),
  address: z.string().optional().describe('street address; city, state and ZIP come from the quote'),
  phone: z.string().optional(),
  email: z.string().optional(),
  address_id: z.number().int().optional().describe('ID of a saved address, instead of the other fields'),
});

const BOOK = {
  quote_id: z.number().int().optional().describe('quote to book; pass this or shipment_id'),
  shipment_id: z.number().int().optional().describe('draft shipment to book; pass this or quote_id'),
  ship_from: PARTY.optional(),
  ship_to: PARTY.optional(),
  description: z.string().optional().describe('commodity, printed on the bill of lading'),
  references: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .max(3)
    .optional(),
  special_instructions: z.string().optional(),
  confirm: z
    .boolean()
    .optional()
    .describe(
      'Set to true only after the user has seen the price and agreed. Without it the tool returns the price and books nothing.',
    ),
};

type BookingInput = z.infer<z.ZodObject<typeof BOOK>>;

export function registerBookingTools(server: McpServer, lading: Lading, mode: 'test' | 'live'): void {
  server.registerTool(
    'book',
    {
      title: 'Book a shipment',
      description:
        'Books a quote or a draft shipment with its carrier. Call it without confirm first: it returns the price and books nothing. ' +
        (mode === 'test'
          ? 'Test mode: no carrier is contacted.'
          : 'Live mode: the carrier picks up the freight and bills it.'),
      inputSchema: BOOK,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    (booking) => runTool(() => book(lading, mode, booking)),
  );
}

async function book(lading: Lading, mode: 'test' | 'live', booking: BookingInput) {
  const { quote_id: quote, shipment_id: draft, confirm } = booking;
  if ((quote === undefined) === (draft === undefined))
    return toErrorResult({
      code: 'invalid_arguments',
      message: 'Pass either quote_id or shipment_id.',
    });
  const offer = await fetchOffer(lading, booking);
  if (confirm !== true)
    return toErrorResult({
      code: 'confirmation_required',
      message: `Not booked. This books ${offer.carrier_name} for ${offer.price} in ${mode} mode. Ask the user, then call book again with confirm: true.`,
      ...offer,
      mode,
    });
  const body = buildBody(booking);
  const id = draft ?? (await lading.freight.create({ ...body, quote_id: quote! })).id;
  if (draft !== undefined && Object.keys(body).length > 0) await lading.freight.update(id, body);
  try {
    const booked = await lading.freight.book(id);
    return toToolResult(
      `Booked with ${booked.carrier_name} for ${offer.price}.`,
      summarizeShipment(booked),
      buildBolLink(id),
    );
  } catch (error) {
    // The draft remains. The model can continue with its ID.
    return toErrorResult({ ...toFailureReport(error), shipment_id: id });
  }
}

async function fetchOffer(lading: Lading, { quote_id: quote, shipment_id: draft }: BookingInput) {
  if (quote !== undefined) {
    const { carrier_name, net_charge_cents: cents } = await requireBookableQuote(lading, quote);
    return { carrier_name, total_charge_cents: cents, price: formatDollars(cents) };
  }
  const { carrier_name, total_charge_cents: cents } = await lading.freight.get(draft!);
  return { carrier_name, total_charge_cents: cents, price: formatDollars(cents) };
}

function buildBody({ ship_from, ship_to, description, references, special_instructions }: BookingInput) {
  return {
    ...(ship_from && { ship_from }),
    ...(ship_to && { ship_to }),
    ...(description !== undefined && { freight: { description } }),
    ...(references && { references: references as Schemas['Reference'][] }),
    ...(special_instructions !== undefined && { special_instructions }),
  } satisfies Schemas['UpdateFreight'];
}
