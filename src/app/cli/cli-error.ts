import { InvalidArgumentError } from 'commander';

/** What a command can't do, in words for its user. */
export class CliError extends Error {}

/** A positive integer from the command line. @throws InvalidArgumentError */
export function toId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('An id is a positive integer.');
  return Number(text);
}
