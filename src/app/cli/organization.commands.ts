import { isEmail } from 'class-validator';
import type { Command } from 'commander';
import type { Organization } from '../../platform/auth/organization.entity.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import { CliError } from './cli-error.js';
import type { RunCommand } from './run-command.js';

const MAX_TEXT = 255;

export function registerOrganizationCommands(program: Command, run: RunCommand): void {
  const org = program.command('org').description('organizations');
  org
    .command('create')
    .description('an organization with a test and a live key, shown this once')
    .requiredOption('--name <name>')
    .option('--email <address>', 'the owner, who is written to when something needs them')
    .action(({ name, email }: { name: string; email?: string }) =>
      run(async (app) => {
        const { organization, testKey, liveKey } = await app
          .get(OrganizationsService)
          .create(toName(name), email === undefined ? null : toEmail(email));
        const { id } = organization;
        return {
          organization: { id, name: organization.name },
          test_key: testKey,
          live_key: liveKey,
        };
      }),
    );
  org
    .command('list')
    .description('all organizations')
    .action(() =>
      run(async (app) => ({
        organizations: (await app.get(OrganizationsService).list()).map(toOrganizationOutput),
      })),
    );
}

/** @throws CliError */
function toName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > MAX_TEXT) throw new CliError(`--name takes 1 to ${MAX_TEXT} characters`);
  return name;
}

/** @throws CliError */
function toEmail(text: string): string {
  if (!isEmail(text) || text.length > MAX_TEXT)
    throw new CliError('--email takes an address such as owner@example.com');
  return text;
}

function toOrganizationOutput(organization: Organization): object {
  const { id, name, ownerEmail, createdAt } = organization;
  return { id, name, owner_email: ownerEmail, created_at: createdAt };
}
