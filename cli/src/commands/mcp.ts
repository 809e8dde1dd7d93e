import type { Command } from 'commander';
import { CliError, EXIT_CODES } from '../errors.js';
import { getGlobalOptions, createSession } from '../session.js';

export function registerMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'speak the Model Context Protocol on standard input and output: tools for a model to ship with',
    )
    .option('--live', 'let it ship real freight: needed with a live key')
    .action(async ({ live = false }: { live?: boolean }, command: Command) => {
      const session = createSession(getGlobalOptions(command));
      if (session.mode === 'live' && !live)
        throw new CliError(
          'This is a live key: what is booked with it is real. Add --live to mean it.',
          EXIT_CODES.key,
        );
      if (session.mode === 'test' && live)
        throw new CliError('--live needs a key that begins with fk_live_.', EXIT_CODES.key);
      // Only who asks for it waits until it is loaded.
      const { serveMcp: serve } = await import('../mcp/server.js');
      await serve(session);
    });
}
