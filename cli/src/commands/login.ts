import { LadingError } from '@lading/sdk';
import type { Command } from 'commander';
import { askSecret } from '../ask.js';
import { forgetCredentials, storeCredentials } from '../credentials.js';
import { CliError, EXIT } from '../failure.js';
import { Output } from '../output.js';
import { baseUrlOf, clientOf, globalsOf, modeOf } from '../session.js';

export function loginCommands(program: Command): void {
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
      const output = new Output(globalsOf(command).json ?? false);
      const forgotten = forgetCredentials();
      output.show({ logged_out: forgotten }, () =>
        output.line(forgotten ? 'The key is forgotten.' : 'There was no key.'),
      );
    });
}

async function login(command: Command): Promise<void> {
  const options = globalsOf(command);
  const output = new Output(options.json ?? false);
  const base_url = baseUrlOf(options);
  const key = process.env.LADING_API_KEY || (await askSecret(`API key for ${base_url}: `));
  if (!key) throw new CliError('No key was given.', EXIT.usage);
  const lading = clientOf({ base_url, key });
  // A key that may not ask whose it is, is one all the same.
  const organization = await nameOf(lading);
  const file = storeCredentials({ base_url, key });
  if (isOverheard(base_url))
    output.note(output.colors.yellow(`${base_url} has no TLS: whoever is on the way can read the key.`));
  const mode = modeOf(key);
  output.show({ logged_in: true, base_url, mode, organization, file }, () =>
    output.line(
      `Logged in to ${base_url}${organization === null ? '' : ` as ${organization}`}, ${mode} mode. The key is kept in ${file}.`,
    ),
  );
}

/** What leaves this machine in the clear. */
function isOverheard(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname);
}

async function nameOf(lading: ReturnType<typeof clientOf>): Promise<string | null> {
  try {
    return (await lading.organization.get()).name;
  } catch (error) {
    if (error instanceof LadingError && error.code === 'insufficient_scope') return null;
    throw error;
  }
}
