import { readFileSync, writeFileSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { findCityByZip } from '../../domain/zip-codes.js';
import type { Place } from '../../features/carriers/carrier-requests.js';
import { CarrierConnectionsService } from '../../features/carriers/carrier-connections.service.js';
import { CertificationService } from '../../features/carriers/certification/certification.service.js';
import { parseRecordings, type Recording } from '../../features/carriers/certification/recording.js';
import { ReplayService } from '../../features/carriers/certification/replay.service.js';
import { ConnectionTestService } from '../../features/carriers/connection-test.service.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import { VERSION } from '../openapi/document.js';
import { MODES, type Mode } from '../../platform/tenancy/tenant.js';
import { CliError, toId, type RunCommand } from './cli-command.js';

interface ConnectOptions {
  org: number;
  mode: Mode;
  adapter: string;
  scac: string;
  settings?: string;
  settingsFile?: string;
}

interface CertifyOptions {
  pro?: string;
  from?: Place;
  to?: Place;
  record?: string;
}

export function registerCarrierCommands(program: Command, run: RunCommand): void {
  const carrier = program.command('carrier').description('manage carrier connections');
  carrier
    .command('connect')
    .description('connect a carrier, replacing any existing connection to it')
    .addHelpText('after', '\nOutput: {id}')
    .requiredOption('--org <id>', 'id of the organization', toId)
    .addOption(new Option('--mode <mode>', 'mode of the connection').choices(MODES).makeOptionMandatory())
    .requiredOption('--adapter <name>', 'name of the adapter')
    .requiredOption('--scac <scac>', 'SCAC of the carrier', toScac)
    .option('--settings <json>', 'settings of the adapter; other users of this machine can see command lines')
    .option('--settings-file <file>', 'settings from a file, or from standard input with -')
    .action(({ org, mode, adapter, scac, ...given }: ConnectOptions) =>
      run(async (app) => {
        const { id: organizationId } = await app.get(OrganizationsService).get(org);
        const connection = { adapter, scac, settings: readSettings(given) };
        const { id } = await app.get(CarrierConnectionsService).connect({ organizationId, mode }, connection);
        return { id };
      }),
    );
  carrier
    .command('list')
    .description('list the connections of an organization, without their settings')
    .addHelpText('after', '\nOutput: {connections: [{id, mode, adapter, scac, …}]}')
    .requiredOption('--org <id>', 'id of the organization', toId)
    .action(({ org }: { org: number }) =>
      run(async (app) => {
        const { id: organizationId } = await app.get(OrganizationsService).get(org);
        const connections = app.get(CarrierConnectionsService);
        const lists = await Promise.all(
          MODES.map(async (mode) =>
            (await connections.list({ organizationId, mode })).map((row) => ({ ...row, mode })),
          ),
        );
        return { connections: lists.flat() };
      }),
    );
  carrier
    .command('test')
    .argument('<id>', 'id of the connection', toId)
    .description('request a rate from the carrier and report the result')
    .addHelpText('after', '\nOutput: {id, rate, supports, operations, calls, …}')
    .action((id: number) =>
      run(async (app) => {
        const owner = await app.get(CarrierConnectionsService).findOwner(id);
        const result = owner && (await app.get(ConnectionTestService).test(owner, id));
        if (!result) throw new CliError(`No active connection with id ${id}.`);
        return { id, ...result };
      }),
    );
  carrier
    .command('certify')
    .argument('<id>', 'id of the connection', toId)
    .description("test the adapter's operations with the account, without moving freight")
    .addHelpText(
      'after',
      '\nOutput: {id, carrier, adapter, mode, operations: [{operation, outcome, …}], file}',
    )
    .option('--pro <number>', 'PRO number of a real shipment, for tracking and documents')
    .option('--from <zip>', 'ZIP code of the origin; default: 90001, Los Angeles', toPlace)
    .option('--to <zip>', 'ZIP code of the destination; default: 60601, Chicago', toPlace)
    .option('--record <file>', 'write the responses, without private data, to a file for carrier replay')
    .action((id: number, { pro, from, to, record }: CertifyOptions) =>
      run(async (app) => {
        const owner = await app.get(CarrierConnectionsService).findOwner(id);
        const lane = { ...(from && { origin: from }), ...(to && { destination: to }) };
        const certificate =
          owner && (await app.get(CertificationService).certify(owner, id, pro ?? null, VERSION, lane));
        if (!certificate) throw new CliError(`No active connection with id ${id}.`);
        const { recordings, ...report } = certificate;
        if (record !== undefined) writeRecordings(record, recordings);
        return { id, ...report, file: record ?? null };
      }),
    );
  carrier
    .command('replay')
    .argument('<file>', 'a recording of carrier certify, or a list of them')
    .description('replay recorded responses through the adapters, without calling a carrier')
    .addHelpText('after', '\nOutput for each response: {adapter, operation, outcome, reason}')
    .action((file: string) =>
      run(async (app) => app.get(ReplayService).replay(parseRecordings(readTextFile(file, 'FILE')))),
    );
  carrier
    .command('disconnect')
    .argument('<id>', 'id of the connection', toId)
    .description('disconnect a carrier')
    .addHelpText('after', '\nOutput: {id, disconnected}')
    .action((id: number) =>
      run(async (app) => {
        if (!(await app.get(CarrierConnectionsService).disconnect(id))) {
          throw new CliError(`No active connection with id ${id}.`);
        }
        return { id, disconnected: true };
      }),
    );
}

function toScac(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]{1,3}$/.test(text))
    throw new InvalidArgumentError('A SCAC is 2 to 4 letters and digits.');
  return text;
}

/** Returns the city of a ZIP. @throws InvalidArgumentError */
function toPlace(zip: string): Place {
  const place = findCityByZip(zip);
  if (!place) throw new InvalidArgumentError('Use a five-digit US ZIP code.');
  return place;
}

/** Returns an empty object if neither option is given. @throws CliError */
function readSettings({
  settings,
  settingsFile,
}: Pick<ConnectOptions, 'settings' | 'settingsFile'>): unknown {
  if (settings !== undefined && settingsFile !== undefined) {
    throw new CliError('Use either --settings or --settings-file, not both.');
  }
  if (settingsFile === undefined) return parseJsonOption(settings ?? '{}', '--settings');
  return parseJsonOption(readTextFile(settingsFile, '--settings-file'), '--settings-file');
}

const STANDARD_INPUT = 0;

function readTextFile(file: string, option: string): string {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8');
  } catch (error) {
    throw new CliError(`${option}: ${(error as Error).message}`);
  }
}

function writeRecordings(file: string, recordings: readonly Recording[]): void {
  try {
    writeFileSync(file, `${JSON.stringify(recordings, null, 2)}\n`);
  } catch (error) {
    throw new CliError(`--record: ${(error as Error).message}`);
  }
}

function parseJsonOption(text: string, option: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`${option} is not valid JSON`);
  }
}
