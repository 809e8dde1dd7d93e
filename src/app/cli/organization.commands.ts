import type { Command } from 'commander';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import { CliError, toEmail, toOutput, type RunCommand } from './cli-command.js';

const MAX_TEXT = 255;

export function registerOrganizationCommands(program: Command, run: RunCommand): void {
  const org = program.command('org').description('manage organizations');
  org
    .command('create')
    .description('create an organization with a test and a live key, which are shown once')
    .addHelpText('after', '\nOutput: {organization: {id, name}, test_key, live_key}')
    .requiredOption('--name <name>', 'name of the organization')
    .option('--email <address>', 'address of the owner, for notifications')
    .action(({ name, email }: { name: string; email?: string }) =>
      run(async (app) => {
        const { organization, testKey, liveKey } = await app
          .get(OrganizationsService)
          .create(toName(name), email === undefined ? null : toEmail(email, MAX_TEXT));
        return { organization: toOutput(organization, 'id', 'name'), test_key: testKey, live_key: liveKey };
      }),
    );
  org
    .command('list')
    .description('list all organizations')
    .addHelpText('after', '\nOutput: {organizations: [{id, name, …}]}')
    .action(() =>
      run(async (app) => {
        const organizations = await app.get(OrganizationsService).list();
        return {
          organizations: organizations.map((row) => toOutput(row, 'id', 'name', 'ownerEmail', 'createdAt')),
        };
      }),
    );
}

function toName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > MAX_TEXT)
    throw new CliError(`--name must have 1 to ${MAX_TEXT} characters`);
  return name;
}
