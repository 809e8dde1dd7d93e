import type { Lading, Schemas } from '@lading/sdk';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { requireBookableQuote } from '../require-bookable-quote.js';
import { toFailureReport } from '../errors.js';
import { formatMoney } from '../output.js';
import { runTool, toToolResult, toErrorResult } from './tool-results.js';
import { buildBolLink } from './document-resources.js';
import { markForeignText } from './foreign-text.js';
import { summarizeShipment } from './search-tools.js';

const PARTY = z.strictObject({
  company: z.string().optional(),
  contact: z.string().optional(),
  address: z.string().optional().describe('street address; city, state and ZIP come from the quote'),
  phone: z.string().optional(),
  email: z.string().optional(),
  address_id: z.number().int().optional().describe('ID of a saved address, instead of the other fields'),
});

const BOOK = z.strictObject({
  quote_id: z.number().int().optional().describe('quote to book; pass this or shipment_id'),
  shipment_id: z.number().int().optional().describe('draft shipment to book; pass this or quote_id'),
  ship_from: PARTY.optional(),
  ship_to: PARTY.optional(),
  description: z.string().optional().describe('commodity, printed on the bill of lading'),
  references: z
    .array(z.strictObject({ name: z.string(), value: z.string() }))
    .max(3)
    .optional(),
  special_instructions: z.string().optional(),
  confirm: z
    .boolean()
    .optional()
    .describe(
      'Set to true only after the user has seen the price and agreed. Without it the tool returns the price and books nothing.',
    ),
  total_charge_cents: z
    .number()
    .int()
    .optional()
    .describe('the total_charge_cents of the offer that an earlier call of this tool returned'),
});

type BookingInput = z.infer<typeof BOOK>;

/** Bounds the memory of a long session. The oldest offer is dropped first. */
const MAX_OFFERS = 200;

/** The prices that this connection has told its client, in cents, by quote or shipment. */
type Offers = Map<string, number>;

export function registerBookingTools(server: McpServer, lading: Lading, mode: 'test' | 'live'): void {
  const offers: Offers = new Map();
  server.registerTool(
    'book',
    {
      title: 'Book a shipment',
      description:
        'Books a quote or a draft shipment with its carrier. Call it without confirm first: it returns an offer and books nothing. ' +
        'After the user agrees, call it again with confirm: true and the total_charge_cents of that offer. ' +
        (mode === 'test'
          ? 'Test mode: no carrier is contacted.'
          : 'Live mode: the carrier picks up the freight and bills it.'),
      inputSchema: BOOK,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    },
    (booking) => runTool(() => book({ server, lading, mode, offers }, booking)),
  );
}

interface BookingContext {
  server: McpServer;
  lading: Lading;
  mode: 'test' | 'live';
  offers: Offers;
}

async function book(context: BookingContext, booking: BookingInput) {
  const { lading, offers } = context;
  const { quote_id: quote, shipment_id: draft } = booking;
  if ((quote === undefined) === (draft === undefined))
    return toErrorResult({
      code: 'invalid_arguments',
      message: 'Pass either quote_id or shipment_id.',
    });
  const offer = await fetchOffer(lading, booking);
  const refusal = await confirm(context, booking, offer);
  if (refusal) return refusal;
  const body = buildBody(booking);
  const id = draft ?? (await lading.freight.create({ ...body, quote_id: quote! })).id;
  rememberOffer(offers, `shipment ${id}`, offer.total_charge_cents);
  if (draft !== undefined && Object.keys(body).length > 0) await lading.freight.update(id, body);
  try {
    const booked = await lading.freight.book(id);
    return toToolResult(
      `Booked with ${booked.carrier_name} for ${offer.price}.`,
      markForeignText(summarizeShipment(booked)),
      buildBolLink(id),
    );
  } catch (error) {
    // The draft remains. The model can continue with its ID.
    return toErrorResult({ ...toFailureReport(error), shipment_id: id });
  }
}

/**
 * Returns null if the user agreed to the offer, else the error result.
 *
 * A client that supports elicitation asks the user directly. For any other client, the model must repeat the price of an
 * offer that this connection made. One call that a carrier's text provoked therefore never books, and a price that has
 * changed since the offer is offered again.
 */
async function confirm(
  { server, mode, offers }: BookingContext,
  { quote_id, shipment_id, confirm: isConfirmed, total_charge_cents: cents }: BookingInput,
  offer: Offer,
) {
  if (server.server.getClientCapabilities()?.elicitation) {
    const { action, content } = await server.server.elicitInput({
      message: `Book ${offer.carrier_name} for ${offer.price} in ${mode} mode?`,
      requestedSchema: {
        type: 'object',
        properties: { book: { type: 'boolean', title: `Book for ${offer.price}` } },
        required: ['book'],
      },
    });
    return action === 'accept' && content?.['book'] === true
      ? null
      : toErrorResult({
          code: 'not_confirmed',
          message: 'Not booked. The user did not agree.',
          ...offer,
          mode,
        });
  }
  const key = quote_id === undefined ? `shipment ${shipment_id}` : `quote ${quote_id}`;
  const isOffered = offers.get(key) === offer.total_charge_cents && cents === offer.total_charge_cents;
  if (isConfirmed === true && isOffered) return null;
  rememberOffer(offers, key, offer.total_charge_cents);
  return toErrorResult({
    code: 'confirmation_required',
    message:
      `Not booked. Offer: ${offer.carrier_name} for ${offer.price} in ${mode} mode. Ask the user, ` +
      `then call book again with confirm: true and total_charge_cents: ${offer.total_charge_cents}.`,
    ...offer,
    mode,
  });
}

function rememberOffer(offers: Offers, key: string, cents: number): void {
  offers.set(key, cents);
  if (offers.size > MAX_OFFERS) offers.delete(offers.keys().next().value!);
}

interface Offer {
  carrier_name: string;
  total_charge_cents: number;
  price: string;
}

async function fetchOffer(
  lading: Lading,
  { quote_id: quote, shipment_id: draft }: BookingInput,
): Promise<Offer> {
  if (quote !== undefined) {
    const { carrier_name, net_charge_cents: cents, currency } = await requireBookableQuote(lading, quote);
    return { carrier_name, total_charge_cents: cents, price: formatMoney(cents, currency) };
  }
  const { carrier_name, total_charge_cents: cents, currency } = await lading.freight.get(draft!);
  return { carrier_name, total_charge_cents: cents, price: formatMoney(cents, currency) };
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
