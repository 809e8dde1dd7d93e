import type { Lading, Schemas } from '@lading/sdk';
import type { Command } from 'commander';
import { readJsonFile, toAccessorials, toDate, toId, toItem, toPlace, type Item } from '../arguments.js';
import { CliError, EXIT_CODES } from '../errors.js';
import { formatMoney, type Output } from '../output.js';
import { getGlobalOptions, createSession } from '../session.js';

interface QuoteOptions {
  from?: ReturnType<typeof toPlace>;
  to?: ReturnType<typeof toPlace>;
  item?: Item[];
  accessorials?: Record<string, true>;
  shipDate?: string;
  customer?: number;
  file?: string;
}

type RateResult = Awaited<ReturnType<Lading['quotes']['create']>>;

export function registerQuoteCommand(program: Command): void {
  program
    .command('quote')
    .description('request quotes from every carrier')
    .option('--from <place>', 'origin: "Los Angeles, CA 90001", or the ID of a saved address', toPlace)
    .option('--to <place>', 'destination, in the same format', toPlace)
    .option(
      '--item <item>',
      'total weight, dimensions in inches and class: 500lb,48x40x48,class92.5; 3*1500lb,… for three units; repeatable',
      toItem,
    )
    .option(
      '--accessorials <words>',
      'accessorials, for example destination_liftgate,inside_delivery',
      toAccessorials,
    )
    .option('--ship-date <day>', 'pickup date, YYYY-MM-DD; default: next business day', toDate)
    .option('--customer <id>', 'customer ID; the quotes include its markup', toId)
    .option('--file <file>', 'request as JSON; - reads standard input; other options override it')
    .addHelpText(
      'after',
      '\nExample:\n  lading quote --from "Los Angeles, CA 90001" --to "Chicago, IL 60601" --item 600lb,48x40x48,class92.5\n',
    )
    .action(async (options: QuoteOptions, command: Command) => {
      const body = buildBody(options);
      const { lading, output } = createSession(getGlobalOptions(command));
      const rated = await lading.quotes.create(body);
      output.printResult(rated, () => printQuotes(rated, output));
    });
}

function buildBody({
  from,
  to,
  item,
  accessorials,
  shipDate,
  customer,
  file,
}: QuoteOptions): Schemas['CreateQuotes'] {
  const body = {
    ...(file !== undefined && readJsonFile(file)),
    ...(from && { origin: from }),
    ...(to && { destination: to }),
    ...(item && { items: item }),
    ...(accessorials && { accessorials }),
    ...(shipDate !== undefined && { ship_date: shipDate }),
    ...(customer !== undefined && { customer_id: customer }),
  } as Partial<Schemas['CreateQuotes']>;
  const missing = (
    [
      ['--from', body.origin],
      ['--to', body.destination],
      ['--item', body.items],
    ] as const
  ).filter(([, value]) => value === undefined);
  if (missing.length > 0)
    throw new CliError(`Missing options: ${missing.map(([option]) => option).join(', ')}.`, EXIT_CODES.usage);
  return body as Schemas['CreateQuotes'];
}

function printQuotes({ data, carrier_results: results, warnings }: RateResult, output: Output): void {
  const { colors } = output;
  output.printTable(data, [
    ['QUOTE', ({ id }) => id],
    ['CARRIER', ({ carrier_name: name }) => name],
    ['SERVICE', ({ service_level: level }) => level],
    ['PICKUP', ({ pickup_date: day }) => day],
    ['DELIVERY', ({ estimated_delivery_date: day }) => day],
    ['DAYS', ({ transit_days: days }) => days],
    ['PRICE', ({ net_charge_cents: cents, currency }) => formatMoney(cents, currency)],
    ['', ({ recommended }) => (recommended ? colors.green('recommended') : '')],
  ]);
  for (const { carrier, status, reason } of results)
    if (status !== 'rated')
      output.printNote(colors.dim(`${carrier}: ${status}${reason === null ? '' : `, ${reason}`}`));
  for (const { message } of warnings) output.printNote(colors.yellow(message));
}
