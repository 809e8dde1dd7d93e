import type { Command } from 'commander';
import { AuditLog } from '../identity/audit-log.js';
import { toId } from './cli-error.js';
import type { Run } from './run.js';

export function auditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('who did what to organizations and keys');
  audit
    .command('list')
    .description('everything done to an organization and its keys, oldest first')
    .requiredOption('--org <id>')
    .action(({ org }: { org: string }) =>
      run(async (app) => {
        const entries = await app.get(AuditLog).list(toId(org));
        return {
          entries: entries.map(({ id, action, actor, details, createdAt }) => ({
            id,
            action,
            actor,
            details,
            created_at: createdAt,
          })),
        };
      }),
    );
}
