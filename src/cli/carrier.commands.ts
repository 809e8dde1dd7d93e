import { Option, type Command } from 'commander';
import { CarrierConnectionsService } from '../carriers/carrier-connections.service.js';
import { OrganizationsService } from '../tenancy/organizations.service.js';
import { MODES, type Mode } from '../tenancy/tenant.js';
import { CliError, toId } from './cli-error.js';
import type { Run } from './run.js';

interface ConnectOptions {
  org: string;
  mode: Mode;
  adapter: string;
  scac: string;
  settings: string;
}

export function carrierCommands(program: Command, run: Run): void {
  const carrier = program.command('carrier').description('carrier connections');
  carrier
    .command('connect')
    .description('ship with a carrier; an existing connection to it is replaced')
    .requiredOption('--org <id>')
    .addOption(new Option('--mode <mode>').choices(MODES).makeOptionMandatory())
    .requiredOption('--adapter <name>')
    .requiredOption('--scac <scac>')
    .option('--settings <json>', "the adapter's settings", '{}')
    .action(({ org, mode, adapter, scac, settings }: ConnectOptions) =>
      run(async (app) => {
        const { id: organizationId } = await app.get(OrganizationsService).get(toId(org));
        const connection = { adapter, scac: toScac(scac), settings: toObject(settings) };
        const { id } = await app.get(CarrierConnectionsService).connect({ organizationId, mode }, connection);
        return { id };
      }),
    );
  carrier
    .command('list')
    .description('the connections of an organization, without their settings')
    .requiredOption('--org <id>')
    .action(({ org }: { org: string }) =>
      run(async (app) => {
        const { id: organizationId } = await app.get(OrganizationsService).get(toId(org));
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
    .command('disconnect <id>')
    .description('stop shipping with a carrier')
    .action((id: string) =>
      run(async (app) => {
        if (!(await app.get(CarrierConnectionsService).disconnect(toId(id)))) {
          throw new CliError(`No connection ${id} in use.`);
        }
        return { id: toId(id), disconnected: true };
      }),
    );
}

function toScac(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]{1,3}$/.test(text)) throw new CliError(`"${text}" is not a SCAC`);
  return text;
}

function toObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError('--settings is not JSON');
  }
}
