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
    .description('store an API key; prompts for it, or reads it from standard input or LADING_API_KEY')
    .action(async (_options: object, command: Command) => login(command));
  program
    .command('logout')
    .description('delete the stored API key')
    .action((_options: object, command: Command) => {
      const output = new Output(getGlobalOptions(command).json ?? false);
      const isDeleted = deleteCredentials();
      output.printResult({ logged_out: isDeleted }, () =>
        output.printLine(isDeleted ? 'The stored key was deleted.' : 'No key was stored.'),
      );
    });
}

async function login(command: Command): Promise<void> {
  const options = getGlobalOptions(command);
  const output = new Output(options.json ?? false);
  const base_url = resolveBaseUrl(options);
  const key = process.env.LADING_API_KEY || (await askSecret(`API key for ${base_url}: `));
  if (!key) throw new CliError('No API key. Enter one, or set LADING_API_KEY.', EXIT_CODES.usage);
  const lading = createClient({ base_url, key });
  const organization = await fetchOrganizationName(lading);
  const file = storeCredentials({ base_url, key });
  if (isUnencrypted(base_url))
    output.printNote(
      output.colors.yellow(`${base_url} does not use TLS, so the key is sent unencrypted. Use an https URL.`),
    );
  const mode = parseMode(key);
  output.printResult({ logged_in: true, base_url, mode, organization, file }, () =>
    output.printLine(
      `Logged in to ${base_url}${organization === null ? '' : ` as ${organization}`}, in ${mode} mode. The key is stored in ${file}.`,
    ),
  );
}

/** Returns true for a remote URL without TLS. */
function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

/** Verifies the key. Returns null if it lacks the scope to read the organization. */
async function fetchOrganizationName(lading: ReturnType<typeof createClient>): Promise<string | null> {
  try {
    return (await lading.organization.get()).name;
  } catch (error) {
    if (error instanceof LadingError && error.code === 'insufficient_scope') return null;
    throw error;
  }
}
