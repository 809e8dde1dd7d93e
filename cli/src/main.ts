import { Command, CommanderError } from 'commander';
import { toBaseUrl } from './arguments.js';
import { registerBookCommand } from './commands/book.js';
import { registerEventCommands } from './commands/events.js';
import { registerLoginCommands } from './commands/login.js';
import { registerMcpCommand } from './commands/mcp.js';
import { registerQuoteCommand } from './commands/quote.js';
import { registerShipmentCommands } from './commands/shipments.js';
import { EXIT_CODES, toExitCode, printFailure } from './errors.js';
import { Output } from './output.js';
import { VERSION } from './version.js';

const HELP = `
The key is that of lading login, or LADING_API_KEY; the service that of --base-url, LADING_URL or the login.
Exit codes: 0 done, ${EXIT_CODES.refused} refused, ${EXIT_CODES.usage} wrong arguments, ${EXIT_CODES.key} no key or a wrong one, ${EXIT_CODES.unreachable} no answer.`;

function buildProgram(): Command {
  const lading = new Command('lading')
    .description('Ship LTL freight by Lading from a terminal.')
    .version(VERSION)
    .option('--json', 'print JSON: one object a line')
    .option('--base-url <url>', 'where the service is', toBaseUrl)
    .addHelpText('after', HELP)
    .showHelpAfterError('Try --help.');
  registerLoginCommands(lading);
  registerQuoteCommand(lading);
  registerBookCommand(lading);
  registerShipmentCommands(lading);
  registerEventCommands(lading);
  registerMcpCommand(lading);
  configureErrors(lading);
  return lading;
}

/** Every command throws instead of ending the process, and takes no more words than it names. */
function configureErrors(command: Command): void {
  command.exitOverride().allowExcessArguments(false);
  command.commands.forEach(configureErrors);
}

// A reader that has seen enough, such as head, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const lading = buildProgram();
try {
  await lading.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  else {
    printFailure(error, new Output(lading.opts<{ json?: boolean }>().json ?? false));
    process.exitCode = toExitCode(error);
  }
}
