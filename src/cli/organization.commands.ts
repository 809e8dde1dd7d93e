import type { Command } from 'commander';
import { OrganizationsService } from '../tenancy/organizations.service.js';
import type { Run } from './run.js';

export function organizationCommands(program: Command, run: Run): void {
  const org = program.command('org').description('organizations');
  org
    .command('create')
    .description('an organization with a test and a live key, shown this once')
    .requiredOption('--name <name>')
    .option('--email <address>', 'the owner, who is written to when something needs them')
    .action(({ name, email }: { name: string; email?: string }) =>
      run(async (app) => {
        const { organization, testKey, liveKey } = await app.get(OrganizationsService).create(name, email);
        const { id } = organization;
        return { organization: { id, name }, test_key: testKey, live_key: liveKey };
      }),
    );
}
