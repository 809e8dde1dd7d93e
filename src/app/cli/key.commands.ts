import { Option, type Command } from 'commander';
import { parseDuration } from '../../config/value-kinds.js';

import { ApiKeysService } from '../../platform/auth/api-keys.service.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import { MODES, type Mode } from '../../platform/tenancy/tenant.js';
import { CliError, toId, toOutput, type RunCommand } from './cli-command.js';

interface CreateOptions {
  org: number;
  mode: Mode;
  scopes?: string;
  cidrs?: string;
  expires?: string;
}

interface RollOptions {
  overlap: string;
  expires?: string;
}

export function registerKeyCommands(program: Command, run: RunCommand): void {
  const key = program.command('key').description('manage API keys');
  key
    .command('create')
    .description('create a key, which is shown once')
    .addHelpText('after', '\nOutput: {id, key}')
    .requiredOption('--org <id>', 'id of the organization', toId)
    .addOption(new Option('--mode <mode>', 'mode of the key').choices(MODES).makeOptionMandatory())
    .option('--scopes <list>', 'e.g. quotes.write,freight.read; default: full access')
    .option('--cidrs <list>', 'networks that may use the key, e.g. 203.0.113.0/24,2001:db8::1; default: any')
    .option('--expires <duration>', 'lifetime, e.g. 90d; default: until it is revoked')
    .action(({ org, mode, scopes, cidrs, expires }: CreateOptions) =>
      run(async (app) => {
        await app.get(OrganizationsService).get(org);
        return app.get(ApiKeysService).create(org, mode, {
          scopes: parseList(scopes),
          allowedCidrs: parseList(cidrs),
          lifeMs: parseLifetimeMs(expires),
        });
      }),
    );
  key
    .command('roll')
    .argument('<id>', 'id of the key', toId)
    .description('replace a key with a new one that has the same rights')
    .addHelpText('after', '\nOutput: {id, key, previous: {id, expires_at}}')
    .option('--overlap <duration>', 'how long the old key keeps working, e.g. 24h', '0s')
    .option('--expires <duration>', 'lifetime of the new key; default: the expiry of the old one')
    .action((id: number, { overlap, expires }: RollOptions) =>
      run(async (app) => {
        const overlapMs = parseDuration(overlap, '--overlap');
        const rolled = await app.get(ApiKeysService).roll(id, overlapMs, parseLifetimeMs(expires));
        return { id: rolled.id, key: rolled.key, previous: toOutput(rolled.previous, 'id', 'expiresAt') };
      }),
    );
  key
    .command('revoke')
    .argument('<id>', 'id of the key', toId)
    .description('revoke a key; it stops working everywhere within a second')
    .addHelpText('after', '\nOutput: {id, revoked}')
    .action((id: number) =>
      run(async (app) => {
        if (!(await app.get(ApiKeysService).revoke(id))) throw new CliError(`No active key with id ${id}.`);
        return { id, revoked: true };
      }),
    );
  key
    .command('list')
    .description('list the keys of an organization, without their secret values')
    .addHelpText('after', '\nOutput: {keys: [{id, mode, prefix, scopes, …}]}')
    .requiredOption('--org <id>', 'id of the organization', toId)
    .action(({ org }: { org: number }) =>
      run(async (app) => {
        await app.get(OrganizationsService).get(org);
        const keys = await app.get(ApiKeysService).list(org);
        return { keys: keys.map((row) => toOutput(row, ...KEY_COLUMNS)) };
      }),
    );
}

function parseList(text: string | undefined): string[] | undefined {
  return text?.split(',').map((word) => word.trim());
}

function parseLifetimeMs(expires: string | undefined): number | undefined {
  return expires === undefined ? undefined : parseDuration(expires, '--expires');
}

const KEY_COLUMNS = [
  'id',
  'mode',
  'prefix',
  'scopes',
  'allowedCidrs',
  'lastUsedAt',
  'expiresAt',
  'revokedAt',
  'createdAt',
] as const;
