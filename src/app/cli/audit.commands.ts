import type { Command } from 'commander';
import { AuditLog } from '../../platform/auth/audit-log.js';
import { toId } from './cli-error.js';
import type { Run } from './run.js';

export function auditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('who did what to organizations and their credentials');
  audit
    .command('list')
    .description('everything done to an organization and its credentials, oldest first')
    .requiredOption('--org <id>', 'the organization', toId)
    .action(({ org }: { org: number }) =>
      run(async (app) => {
        const entries = await app.get(AuditLog).list(org);
        return {
          entries: entries.map(({ id, mode, action, actor, actorName, details, createdAt }) => ({
            id,
            mode,
            action,
            actor,
            actor_name: actorName,
            details,
            created_at: createdAt,
          })),
        };
      }),
    );
}
