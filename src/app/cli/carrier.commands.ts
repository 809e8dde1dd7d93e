import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { CarrierConnectionsService } from '../../features/carriers/carrier-connections.service.js';
import { ConnectionTestService } from '../../features/carriers/connection-test.service.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
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

export function registerCarrierCommands(program: Command, run: RunCommand): void {
  const carrier = program.command('carrier').description('manage carrier connections');
  carrier
    .command('connect')
    .description('connect a carrier; replaces an existing connection to it')
    .requiredOption('--org <id>', 'id of the organization', toId)
    .addOption(new Option('--mode <mode>').choices(MODES).makeOptionMandatory())
    .requiredOption('--adapter <name>')
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
    .description('request a test quote from the carrier and report what works')
    .action((id: number) =>
      run(async (app) => {
        const owner = await app.get(CarrierConnectionsService).findOwner(id);
        const result = owner && (await app.get(ConnectionTestService).test(owner, id));
        if (!result) throw new CliError(`No active connection with id ${id}.`);
        return { id, ...result };
      }),
    );
  carrier
    .command('disconnect')
    .argument('<id>', 'id of the connection', toId)
    .description('disconnect a carrier')
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

/** Returns an empty object if neither option is given. @throws CliError */
function readSettings({
  settings,
  settingsFile,
}: Pick<ConnectOptions, 'settings' | 'settingsFile'>): unknown {
  if (settings !== undefined && settingsFile !== undefined) {
    throw new CliError('Use either --settings or --settings-file, not both.');
  }
  if (settingsFile === undefined) return parseJsonOption(settings ?? '{}', '--settings');
  return parseJsonOption(readSettingsFile(settingsFile), '--settings-file');
}

const STANDARD_INPUT = 0;

function readSettingsFile(file: string): string {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8');
  } catch (error) {
    throw new CliError(`--settings-file: ${(error as Error).message}`);
  }
}

function parseJsonOption(text: string, option: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`${option} is not valid JSON`);
  }
}
