import type { Command } from 'commander';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import { toId } from './cli-error.js';
import type { RunCommand } from './run-command.js';

export function registerAuditCommands(program: Command, run: RunCommand): void {
  const audit = program.command('audit').description('who did what to organizations and their credentials');
  audit
    .command('list')
    .description('everything done to an organization and its credentials, oldest first')
    .requiredOption('--org <id>', 'the organization', toId)
    .action(({ org }: { org: number }) =>
      run(async (app) => {
        const entries = await app.get(AuditLogService).list(org);
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
