import { Command, CommanderError } from 'commander';
import { toBaseUrl } from './arguments.js';
import { bookCommand } from './commands/book.js';
import { eventCommands } from './commands/events.js';
import { loginCommands } from './commands/login.js';
import { mcpCommand } from './commands/mcp.js';
import { quoteCommand } from './commands/quote.js';
import { shipmentCommands } from './commands/shipments.js';
import { EXIT, exitCodeOf, tell } from './failure.js';
import { Output } from './output.js';
import { VERSION } from './version.js';

const HELP = `
The key is that of lading login, or LADING_API_KEY; the service that of --base-url, LADING_URL or the login.
Exit codes: 0 done, ${EXIT.refused} refused, ${EXIT.usage} wrong arguments, ${EXIT.key} no key or a wrong one, ${EXIT.unreachable} no answer.`;

function program(): Command {
  const lading = new Command('lading')
    .description('Ship LTL freight by Lading from a terminal.')
    .version(VERSION)
    .option('--json', 'print JSON: one object a line')
    .option('--base-url <url>', 'where the service is', toBaseUrl)
    .addHelpText('after', HELP)
    .showHelpAfterError('Try --help.');
  loginCommands(lading);
  quoteCommand(lading);
  bookCommand(lading);
  shipmentCommands(lading);
  eventCommands(lading);
  mcpCommand(lading);
  settle(lading);
  return lading;
}

/** Every command throws instead of ending the process, and takes no more words than it names. */
function settle(command: Command): void {
  command.exitOverride().allowExcessArguments(false);
  command.commands.forEach(settle);
}

// A reader that has seen enough, such as head, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const lading = program();
try {
  await lading.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
  else {
    tell(error, new Output(lading.opts<{ json?: boolean }>().json ?? false));
    process.exitCode = exitCodeOf(error);
  }
}
