import { writeFile } from 'node:fs/promises';
import { LadingError, type Lading, type Schemas } from '@lading/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { toDate, toId, toLimit, toList } from '../arguments.js';
import { CliError, EXIT_CODES } from '../errors.js';
import { formatMoney, type Output } from '../output.js';
import { getGlobalOptions, createSession } from '../session.js';
import { printShipment } from './book.js';

const DOCUMENT_KINDS = ['bol', 'labels', 'invoice'] as const;
type DocumentKind = (typeof DOCUMENT_KINDS)[number];
type FreightQuery = NonNullable<Parameters<Lading['freight']['list']>[0]>;

interface FindOptions {
  status?: string;
  carrier?: string;
  pro?: string;
  reference?: string;
  since?: string;
  limit: number;
}

export function registerShipmentCommands(program: Command): void {
  program
    .command('shipments')
    .alias('find')
    .description('list shipments, newest first')
    .argument('[words...]', 'text to search: PRO, BOL or quote number, reference or company')
    .option('--status <words>', 'shipment statuses, for example draft,scheduled,in_transit', (text) =>
      toList(text).join(','),
    )
    .option('--carrier <scac>', 'SCAC of the carrier')
    .option('--pro <number>', 'PRO number')
    .option('--reference <value>', 'reference number, for example a PO number')
    .option('--since <day>', 'created on this date or later, YYYY-MM-DD', toDate)
    .option('--limit <count>', 'number of results, 1 to 100', toLimit, 20)
    .action(async (words: string[], options: FindOptions, command: Command) => {
      const { lading, output } = createSession(getGlobalOptions(command));
      const page = await lading.freight.list(buildQuery(words, options));
      output.printResult(page, () => printShipments(page, output));
    });
  program
    .command('shipment')
    .description('show a shipment')
    .argument('<id>', 'shipment ID', toId)
    .action(async (id: number, _options: object, command: Command) => {
      const { lading, output } = createSession(getGlobalOptions(command));
      const freight = await lading.freight.get(id);
      output.printResult(freight, () => printShipment(freight, output));
    });
  program
    .command('track')
    .description('show tracking for a shipment or PRO number')
    .argument('[number]', 'PRO number of a shipment, or a tracked number of any carrier')
    .option('--shipment <id>', 'shipment ID, instead of a number', toId)
    .option('--start', 'start tracking the number')
    .option('--carrier <name>', 'carrier that issued the number, with --start')
    .action(async (number: string | undefined, options: TrackOptions, command: Command) => {
      if ((number === undefined) === (options.shipment === undefined))
        throw new CliError('Pass a PRO number, or a shipment ID with --shipment.', EXIT_CODES.usage);
      const { lading, output } = createSession(getGlobalOptions(command));
      const tracking = await findTracking(lading, number, options).catch((error: unknown) => {
        if (number === undefined || !(error instanceof LadingError) || error.code !== 'resource_missing')
          throw error;
        throw new CliError(`No shipment or tracked number matches ${number}. Add --start to track it.`);
      });
      output.printResult(tracking, () => printTracking(tracking, output));
    });
  program
    .command('documents')
    .description('save the documents of shipments as one PDF')
    .argument('<ids...>', 'shipment IDs', (text: string, before?: number[]) => [
      ...(before ?? []),
      toId(text),
    ])
    .addOption(
      new Option('--type <types>', 'document types, separated by commas')
        .choices(DOCUMENT_KINDS)
        .argParser(toDocumentKinds)
        .default(['bol']),
    )
    .addOption(new Option('--labels-on <format>', 'label format').choices(['4x6', 'letter']).default('4x6'))
    .option('--output <file>', 'file name, for example bol-6.pdf; - writes to standard output')
    .option('--force', 'overwrite an existing file')
    .action(async (ids: number[], options: DocumentOptions, command: Command) => {
      const { lading, output } = createSession(getGlobalOptions(command));
      const { type: documents, labelsOn: label_format } = options;
      const response = await lading.documents.create({ freight_ids: ids, documents, label_format });
      await savePdf(new Uint8Array(await response.arrayBuffer()), ids, options, output);
    });
}

function buildQuery(
  words: string[],
  { status, carrier, pro, reference, since, limit }: FindOptions,
): FreightQuery {
  return {
    limit,
    ...(words.length > 0 && { q: words.join(' ') }),
    ...(status !== undefined && { status: status as NonNullable<FreightQuery['status']> }),
    ...(carrier !== undefined && { carrier }),
    ...(pro !== undefined && { pro_number: pro }),
    ...(reference !== undefined && { reference }),
    ...(since !== undefined && { 'created[gte]': since }),
  };
}

function printShipments({ data, has_more: more }: Schemas['FreightList'], output: Output): void {
  output.printTable(data, [
    ['SHIPMENT', ({ id }) => id],
    ['STATUS', ({ status }) => status],
    ['CARRIER', ({ carrier_name: name }) => name],
    ['PRO', ({ pro_number: pro }) => pro],
    ['FROM', ({ origin }) => formatPlace(origin)],
    ['TO', ({ destination }) => formatPlace(destination)],
    ['PICKUP', ({ pickup_date: day }) => day],
    ['CHARGE', ({ total_charge_cents: cents, currency }) => formatMoney(cents, currency)],
  ]);
  if (more) output.printNote(output.colors.dim('More shipments match. Narrow the search or raise --limit.'));
}

function formatPlace({ company, city, state }: Schemas['Party']): string {
  return [company, `${city}, ${state}`].filter(Boolean).join(', ');
}

interface TrackOptions {
  shipment?: number;
  start?: boolean;
  carrier?: string;
}

type TrackingRecord = Schemas['Tracking'] | Schemas['TrackedShipment'];

/** Finds the tracking of a shipment ID or a number. A shipment takes precedence over a tracked number. */
export async function findTracking(
  lading: Lading,
  number: string | undefined,
  options: TrackOptions,
): Promise<TrackingRecord> {
  const { shipment, start, carrier } = options;
  if (shipment !== undefined) return lading.freight.tracking(shipment);
  if (start)
    return lading.tracking.create({ tracking_number: number!, ...(carrier !== undefined && { carrier }) });
  const [freight] = (await lading.freight.list({ pro_number: number!, limit: 1 })).data;
  if (freight) return lading.freight.tracking(freight.id);
  return lading.tracking.get(number!);
}

function printTracking(tracking: TrackingRecord, output: Output): void {
  const { status, tracking_number: number, carrier_name: carrier, location } = tracking;
  output.printRecord({
    number,
    status,
    carrier,
    location,
    'picked up': tracking.pickup_date,
    delivery: tracking.delivered_at ?? tracking.estimated_delivery_date,
    'signed by': tracking.signed_by,
    page: tracking.tracking_url,
  });
  if (tracking.events.length === 0) return;
  output.printLine();
  output.printTable(tracking.events, [
    ['TIME', ({ occurred_at }) => occurred_at.replace('T', ' ').slice(0, 16)],
    ['STATUS', (event) => event.status],
    ['LOCATION', (event) => event.location],
    ['DESCRIPTION', ({ description }) => description],
  ]);
}

interface DocumentOptions {
  type: DocumentKind[];
  labelsOn: '4x6' | 'letter';
  output?: string;
  force?: boolean;
}

function toDocumentKinds(text: string): DocumentKind[] {
  const words = toList(text);
  const unknown = words.find((word) => !DOCUMENT_KINDS.includes(word as DocumentKind));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`Enter ${DOCUMENT_KINDS.join(', ')}, separated by commas.`);
  return [...new Set(words)] as DocumentKind[];
}

async function savePdf(
  pdf: Uint8Array,
  ids: number[],
  options: DocumentOptions,
  output: Output,
): Promise<void> {
  const { type, output: fileName, force } = options;
  if (fileName === '-') {
    process.stdout.write(pdf);
    return;
  }
  const file = fileName ?? `${type.length === 1 ? type[0] : 'documents'}-${ids.join('-').slice(0, 60)}.pdf`;
  try {
    await writeFile(file, pdf, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CliError(code === 'EEXIST' ? `${file} already exists. Add --force to overwrite it.` : message);
  }
  output.printResult({ file, bytes: pdf.length }, () =>
    output.printLine(`${file}, ${pdf.length.toLocaleString('en-US')} bytes`),
  );
}
