import { Command } from 'commander';
import { toBaseUrl } from './arguments.js';
import { registerBookCommand } from './commands/book.js';
import { registerEventCommands } from './commands/events.js';
import { registerLoginCommands } from './commands/login.js';
import { registerMcpCommand } from './commands/mcp.js';
import { registerQuoteCommand } from './commands/quote.js';
import { registerShipmentCommands } from './commands/shipments.js';
import { EXIT_CODES } from './errors.js';
import { VERSION } from './version.js';

const HELP = `
Environment:
  LADING_API_KEY  API key. Default: the key stored by lading login
  LADING_URL      URL of the service. Default: the URL stored by lading login, or http://localhost:3000

Exit codes:
  0  success
  ${EXIT_CODES.refused}  request rejected by the service
  ${EXIT_CODES.usage}  invalid arguments
  ${EXIT_CODES.key}  no API key, an invalid key, or a key for the wrong mode
  ${EXIT_CODES.unreachable}  no response, or a server error`;

/** Declares every command. docs/reference/cli.md is generated from it. */
export function buildProgram(): Command {
  const lading = new Command('lading')
    .description('Quote, book and track LTL freight with Lading.')
    .version(VERSION)
    .option('--json', 'print JSON, one object per line')
    .option('--base-url <url>', 'URL of the service', toBaseUrl)
    .addHelpText('after', HELP)
    .showHelpAfterError('Run the command with --help for usage.');
  registerLoginCommands(lading);
  registerQuoteCommand(lading);
  registerBookCommand(lading);
  registerShipmentCommands(lading);
  registerEventCommands(lading);
  registerMcpCommand(lading);
  configureErrors(lading);
  return lading;
}

/** Makes every command throw instead of exiting, and reject excess arguments. */
function configureErrors(command: Command): void {
  command.exitOverride().allowExcessArguments(false);
  command.commands.forEach(configureErrors);
}
