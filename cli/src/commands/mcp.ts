import type { Command } from 'commander';
import { CliError, EXIT_CODES } from '../errors.js';
import { getGlobalOptions, createSession } from '../session.js';

export function registerMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'serve the Model Context Protocol on standard input and output, with tools to quote, book and track',
    )
    .option('--live', 'allow a live key, which books real shipments')
    .action(async ({ live = false }: { live?: boolean }, command: Command) => {
      const session = createSession(getGlobalOptions(command));
      if (session.mode === 'live' && !live)
        throw new CliError(
          'This is a live key, which books real shipments. To allow that, add --live.',
          EXIT_CODES.key,
        );
      if (session.mode === 'test' && live)
        throw new CliError('--live needs a live key. Use a key that starts with fk_live_.', EXIT_CODES.key);
      // Loaded on demand: the MCP SDK would slow down every other command.
      const { serveMcp } = await import('../mcp/server.js');
      await serveMcp(session);
    });
}
