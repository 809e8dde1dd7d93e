import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CliError, EXIT_CODES } from './errors.js';

/** Reads a line without echo, or the first line of piped input. */
export async function askSecret(question: string): Promise<string> {
  const { stdin } = process;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  if (stdin.isTTY) process.stderr.write(question);
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY });
  try {
    return await readFirstLine(lines);
  } finally {
    lines.close();
    if (stdin.isTTY) process.stderr.write('\n');
  }
}

function readFirstLine(lines: ReturnType<typeof createInterface>): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => resolve(line.trim()));
    lines.once('SIGINT', () => reject(new CliError('Canceled: no key was entered.', EXIT_CODES.usage)));
    lines.once('close', () => resolve(''));
  });
}

/** @throws CliError if standard input is not a terminal */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new CliError(
      `${question} Standard input is not a terminal. Add --yes to confirm.`,
      EXIT_CODES.usage,
    );
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}
