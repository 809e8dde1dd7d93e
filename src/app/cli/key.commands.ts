import { Option, type Command } from 'commander';
import { parseDuration } from '../../config/env.js';
import type { ApiKey } from '../../platform/auth/api-key.entity.js';
import { ApiKeysService } from '../../platform/auth/api-keys.service.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import { MODES, type Mode } from '../../platform/tenancy/tenant.js';
import { CliError, toId } from './cli-error.js';
import type { RunCommand } from './run-command.js';

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
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('a key, shown this once')
    .requiredOption('--org <id>', 'the organization', toId)
    .addOption(new Option('--mode <mode>').choices(MODES).makeOptionMandatory())
    .option('--scopes <list>', 'what the key may do, e.g. quotes.write,freight.read; without: everything')
    .option('--cidrs <list>', 'where it works, e.g. 203.0.113.0/24,2001:db8::1; without: everywhere')
    .option('--expires <duration>', 'how long it works, e.g. 90d; without: until it is revoked')
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
    .argument('<id>', 'of the key', toId)
    .description('a new key with the rights of this one, which works on for the overlap only')
    .option('--overlap <duration>', 'how long both work, e.g. 24h', '0s')
    .option('--expires <duration>', 'how long the new one works; without: as long as the old one would have')
    .action((id: number, { overlap, expires }: RollOptions) =>
      run(async (app) => {
        const overlapMs = parseDuration(overlap, '--overlap');
        const rolled = await app.get(ApiKeysService).roll(id, overlapMs, parseLifetimeMs(expires));
        const { previous } = rolled;
        const replaced = { id: previous.id, expires_at: previous.expiresAt };
        return { id: rolled.id, key: rolled.key, previous: replaced };
      }),
    );
  key
    .command('revoke')
    .argument('<id>', 'of the key', toId)
    .description('stop a key from working, everywhere within two seconds')
    .action((id: number) =>
      run(async (app) => {
        if (!(await app.get(ApiKeysService).revoke(id))) throw new CliError(`No key ${id} in use.`);
        return { id, revoked: true };
      }),
    );
  key
    .command('list')
    .description('the keys of an organization, without the keys themselves')
    .requiredOption('--org <id>', 'the organization', toId)
    .action(({ org }: { org: number }) =>
      run(async (app) => {
        await app.get(OrganizationsService).get(org);
        return { keys: (await app.get(ApiKeysService).list(org)).map(toKeyOutput) };
      }),
    );
}

function parseList(text: string | undefined): string[] | undefined {
  return text?.split(',').map((word) => word.trim());
}

function parseLifetimeMs(expires: string | undefined): number | undefined {
  return expires === undefined ? undefined : parseDuration(expires, '--expires');
}

function toKeyOutput(key: ApiKey): object {
  return {
    id: key.id,
    mode: key.mode,
    prefix: key.prefix,
    scopes: key.scopes,
    allowed_cidrs: key.allowedCidrs,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    created_at: key.createdAt,
  };
}
