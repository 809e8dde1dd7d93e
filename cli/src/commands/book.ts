import type { Lading, Schemas } from '@lading/sdk';
import { Option, type Command } from 'commander';
import { readJsonFile, toId, toReference, toTime } from '../arguments.js';
import { confirm } from '../prompt.js';
import { requireBookableQuote } from '../require-bookable-quote.js';
import { CliError, EXIT_CODES } from '../errors.js';
import { formatMoney, type Output } from '../output.js';
import { getGlobalOptions, createSession } from '../session.js';

interface PartyOptions {
  company?: string;
  contact?: string;
  address?: string;
  phone?: string;
  address_id?: number;
}

interface BookOptions {
  draft?: number;
  description?: string;
  reference?: Schemas['Reference'][];
  instructions?: string;
  pickupReady?: string;
  pickupClose?: string;
  file?: string;
  yes?: boolean;
}

export function registerBookCommand(program: Command): void {
  const book = program
    .command('book')
    .description('book a quote or a draft, after you confirm the price')
    .argument('[quote]', 'quote ID', toId)
    .option('--draft <id>', 'book this draft shipment instead of a quote', toId);
  for (const [side, name] of [
    ['from', 'shipper'],
    ['to', 'consignee'],
  ] as const)
    book
      .option(`--${side}-company <name>`, `company name of the ${name}`)
      .option(`--${side}-contact <name>`, `contact person at the ${name}`)
      .option(`--${side}-address <street>`, 'street address; city, state and ZIP come from the quote')
      .option(`--${side}-phone <number>`, `phone number of the ${name}`)
      .addOption(new Option(`--${side}-address-id <id>`, 'use this saved address instead').argParser(toId));
  book
    .option('--description <text>', 'commodity, printed on the BOL')
    .option('--reference <reference>', 'reference number, for example PO=554238; repeatable', toReference)
    .option('--instructions <text>', 'special instructions, printed on the BOL')
    .option('--pickup-ready <time>', 'start of the pickup window, HH:MM local time at the origin', toTime)
    .option('--pickup-close <time>', 'end of the pickup window, HH:MM local time at the origin', toTime)
    .option('--file <file>', 'shipment as JSON; - reads standard input; other options override it')
    .option('--yes', 'book without confirmation')
    .action(
      async (quote: number | undefined, options: BookOptions & Record<string, unknown>, command: Command) => {
        if ((quote === undefined) === (options.draft === undefined))
          throw new CliError('Pass a quote ID, or a shipment ID with --draft.', EXIT_CODES.usage);
        if ((options.pickupReady === undefined) !== (options.pickupClose === undefined))
          throw new CliError('Pass --pickup-ready and --pickup-close together.', EXIT_CODES.usage);
        const body = buildBody(options);
        const { lading, output, mode } = createSession(getGlobalOptions(command));
        const price = await describePrice(lading, quote, options.draft);
        if (!options.yes && !(await confirm(`${price} in ${mode} mode. Book it?`))) {
          output.printNote('Not booked.');
          process.exitCode = EXIT_CODES.refused;
          return;
        }
        const id = options.draft ?? (await lading.freight.create({ ...body, quote_id: quote! })).id;
        if (options.draft !== undefined && Object.keys(body).length > 0)
          await lading.freight.update(id, body);
        const booked = await bookFreight(lading, id, options, output);
        output.printResult(booked, () => printShipment(booked, output));
      },
    );
}

/** Returns the carrier and the price for the confirmation. */
async function describePrice(
  lading: Lading,
  quote: number | undefined,
  draft: number | undefined,
): Promise<string> {
  if (quote !== undefined) {
    const {
      carrier_name: carrier,
      net_charge_cents: cents,
      currency,
    } = await requireBookableQuote(lading, quote);
    return `${carrier}: ${formatMoney(cents, currency)}`;
  }
  const { carrier_name: carrier, total_charge_cents: cents, currency } = await lading.freight.get(draft!);
  return `${carrier}: ${formatMoney(cents, currency)}`;
}

async function bookFreight(
  lading: Lading,
  id: number,
  options: BookOptions,
  output: Output,
): Promise<Schemas['Freight']> {
  const { pickupReady: ready_time, pickupClose: close_time } = options;
  try {
    return await lading.freight.book(
      id,
      ready_time && close_time ? { pickup: { ready_time, close_time } } : {},
    );
  } catch (error) {
    output.printNote(`Shipment ${id} is still a draft. To continue, run lading book --draft ${id}.`);
    throw error;
  }
}

/** Builds the request body. Options override the fields of the file. */
function buildBody(
  options: BookOptions & Record<string, unknown>,
): Omit<Schemas['CreateFreight'], 'quote_id'> {
  const { description, reference, instructions, file } = options;
  const given = (file === undefined ? {} : readJsonFile(file)) as Partial<Schemas['CreateFreight']>;
  const from = { ...given.ship_from, ...buildParty(options, 'from') };
  const to = { ...given.ship_to, ...buildParty(options, 'to') };
  return {
    ...given,
    ...(Object.keys(from).length > 0 && { ship_from: from }),
    ...(Object.keys(to).length > 0 && { ship_to: to }),
    ...(description !== undefined && { freight: { ...given.freight, description } }),
    ...(reference && { references: reference }),
    ...(instructions !== undefined && { special_instructions: instructions }),
  };
}

function buildParty(options: Record<string, unknown>, side: 'from' | 'to'): PartyOptions {
  const fields = {
    company: 'Company',
    contact: 'Contact',
    address: 'Address',
    phone: 'Phone',
    address_id: 'AddressId',
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, option]) => {
      const value = options[side + option];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

export function printShipment(freight: Schemas['Freight'], output: Output): void {
  const { pickup, origin, destination } = freight;
  output.printRecord({
    shipment: freight.id,
    status: freight.status,
    carrier: `${freight.carrier_name} (${freight.carrier.scac})`,
    PRO: freight.pro_number,
    BOL: freight.bol_number,
    from: `${origin.company}, ${origin.city}, ${origin.state} ${origin.zip}`,
    to: `${destination.company}, ${destination.city}, ${destination.state} ${destination.zip}`,
    pickup: pickup.status === 'none' ? freight.pickup_date : `${pickup.date} ${pickup.status}`,
    delivery: freight.estimated_delivery_date,
    charge: formatMoney(freight.total_charge_cents, freight.currency),
    note: freight.status_reason,
  });
  for (const { message } of freight.warnings) output.printNote(output.colors.yellow(message));
}
