import type { Command } from 'commander';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import { toId, toOutput, type RunCommand } from './cli-command.js';

export function registerAuditCommands(program: Command, run: RunCommand): void {
  const audit = program.command('audit').description('read the audit log');
  audit
    .command('list')
    .description('list the audit log of an organization, oldest first')
    .addHelpText('after', '\nOutput: {entries: [{id, mode, action, actor, …}]}')
    .requiredOption('--org <id>', 'id of the organization', toId)
    .action(({ org }: { org: number }) =>
      run(async (app) => {
        const entries = await app.get(AuditLogService).list(org);
        return {
          entries: entries.map((entry) =>
            toOutput(entry, 'id', 'mode', 'action', 'actor', 'actorName', 'details', 'createdAt'),
          ),
        };
      }),
    );
}
