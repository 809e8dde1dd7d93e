import { LadingError } from '@lading/sdk';
import type { Command } from 'commander';
import { askSecret } from '../prompt.js';
import { deleteCredentials, storeCredentials } from '../credentials.js';
import { CliError, EXIT_CODES } from '../errors.js';
import { Output } from '../output.js';
import { resolveBaseUrl, createClient, getGlobalOptions, parseMode } from '../session.js';

export function registerLoginCommands(program: Command): void {
  program
    .command('login')
    .description(
      'keep an API key for the commands to come; it is asked for, or read from standard input or LADING_API_KEY',
    )
    .action(async (_options: object, command: Command) => login(command));
  program
    .command('logout')
    .description('forget the key')
    .action((_options: object, command: Command) => {
      const output = new Output(getGlobalOptions(command).json ?? false);
      const forgotten = deleteCredentials();
      output.printResult({ logged_out: forgotten }, () =>
        output.printLine(forgotten ? 'The key is forgotten.' : 'There was no key.'),
      );
    });
}

async function login(command: Command): Promise<void> {
  const options = getGlobalOptions(command);
  const output = new Output(options.json ?? false);
  const base_url = resolveBaseUrl(options);
  const key = process.env.LADING_API_KEY || (await askSecret(`API key for ${base_url}: `));
  if (!key) throw new CliError('No key was given.', EXIT_CODES.usage);
  const lading = createClient({ base_url, key });
  // A key that may not ask whose it is, is one all the same.
  const organization = await fetchOrganizationName(lading);
  const file = storeCredentials({ base_url, key });
  if (isUnencrypted(base_url))
    output.printNote(output.colors.yellow(`${base_url} has no TLS: whoever is on the way can read the key.`));
  const mode = parseMode(key);
  output.printResult({ logged_in: true, base_url, mode, organization, file }, () =>
    output.printLine(
      `Logged in to ${base_url}${organization === null ? '' : ` as ${organization}`}, ${mode} mode. The key is kept in ${file}.`,
    ),
  );
}

/** What leaves this machine in the clear. */
function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

async function fetchOrganizationName(lading: ReturnType<typeof createClient>): Promise<string | null> {
  try {
    return (await lading.organization.get()).name;
  } catch (error) {
    if (error instanceof LadingError && error.code === 'insufficient_scope') return null;
    throw error;
  }
}
