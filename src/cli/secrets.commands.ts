import type { Command } from 'commander';
import { SealedColumns } from '../tenancy/sealed-columns.js';
import type { Run } from './run.js';

export function secretsCommands(program: Command, run: Run): void {
  const secrets = program.command('secrets').description('what the database holds encrypted');
  secrets
    .command('rotate')
    .description('encrypt everything with ENCRYPTION_KEY that is encrypted with ENCRYPTION_KEY_PREVIOUS')
    .action(() => run(async (app) => ({ rotated: await app.get(SealedColumns).rotate() })));
}
