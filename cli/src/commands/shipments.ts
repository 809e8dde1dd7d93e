import { writeFile } from 'node:fs/promises';
import { LadingError, type Lading, type Schemas } from '@lading/sdk';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { toDate, toId, toLimit, toList } from '../arguments.js';
import { CliError, EXIT_CODES } from '../errors.js';
import { formatDollars, type Output } from '../output.js';
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
    .description('find shipments, newest first: by what stands on them, or by the options')
    .argument('[words...]', 'a PRO, BOL or quote number, a reference, a party')
    .option('--status <words>', 'e.g. draft,scheduled,in_transit', (text) => toList(text).join(','))
    .option('--carrier <scac>')
    .option('--pro <number>')
    .option('--reference <value>')
    .option('--since <day>', 'created on that day or later', toDate)
    .option('--limit <count>', 'how many, 1 to 100', toLimit, 20)
    .action(async (words: string[], options: FindOptions, command: Command) => {
      const { lading, output } = createSession(getGlobalOptions(command));
      const page = await lading.freight.list(buildQuery(words, options));
      output.printResult(page, () => printShipments(page, output));
    });
  program
    .command('shipment')
    .description('one shipment')
    .argument('<id>', 'its id', toId)
    .action(async (id: number, _options: object, command: Command) => {
      const { lading, output } = createSession(getGlobalOptions(command));
      const freight = await lading.freight.get(id);
      output.printResult(freight, () => printShipment(freight, output));
    });
  program
    .command('track')
    .description('where freight is')
    .argument('[number]', 'a PRO number: of a shipment, or of any carrier’s that is tracked')
    .option('--shipment <id>', 'a shipment by its id instead', toId)
    .option('--start', 'begin to track the number')
    .option('--carrier <name>', 'whose number it is, with --start')
    .action(async (number: string | undefined, options: TrackOptions, command: Command) => {
      if ((number === undefined) === (options.shipment === undefined))
        throw new CliError('Give a number, or --shipment with an id.', EXIT_CODES.usage);
      const { lading, output } = createSession(getGlobalOptions(command));
      const tracking = await findTracking(lading, number, options).catch((error: unknown) => {
        if (number === undefined || !(error instanceof LadingError) || error.code !== 'resource_missing')
          throw error;
        throw new CliError(`No shipment has the number ${number}, and it is not tracked: --start begins to.`);
      });
      output.printResult(tracking, () => printTracking(tracking, output));
    });
  program
    .command('documents')
    .description('save the papers of shipments as one PDF')
    .argument('<ids...>', 'ids of shipments', (text: string, before?: number[]) => [
      ...(before ?? []),
      toId(text),
    ])
    .option('--type <papers>', `${DOCUMENT_KINDS.join(', ')}; several between commas`, toDocumentKinds, [
      'bol',
    ])
    .addOption(
      new Option('--labels-on <format>', 'the paper of labels').choices(['4x6', 'letter']).default('4x6'),
    )
    .option('--output <file>', 'where to; - is standard output. bol-6.pdf and the like by default')
    .option('--force', 'replace a file that is there')
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
    ['CHARGE', ({ total_charge_cents: cents }) => formatDollars(cents)],
  ]);
  if (more) output.printNote(output.colors.dim('There are more: narrow the search, or raise --limit.'));
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

/** A number is a shipment's before it is one that is merely tracked. */
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
    ['WHEN', ({ occurred_at: when }) => when.replace('T', ' ').slice(0, 16)],
    ['STATUS', (event) => event.status],
    ['WHERE', (event) => event.location],
    ['WHAT', ({ description }) => description],
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
    throw new InvalidArgumentError(`It is ${DOCUMENT_KINDS.join(', ')}, between commas.`);
  return [...new Set(words)] as DocumentKind[];
}

async function savePdf(
  pdf: Uint8Array,
  ids: number[],
  options: DocumentOptions,
  output: Output,
): Promise<void> {
  const { type, output: wanted, force } = options;
  if (wanted === '-') {
    process.stdout.write(pdf);
    return;
  }
  const file = wanted ?? `${type.length === 1 ? type[0] : 'papers'}-${ids.join('-').slice(0, 60)}.pdf`;
  try {
    await writeFile(file, pdf, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CliError(code === 'EEXIST' ? `${file} is there already: --force replaces it.` : message);
  }
  output.printResult({ file, bytes: pdf.length }, () =>
    output.printLine(`${file}, ${pdf.length.toLocaleString('en-US')} bytes`),
  );
}
