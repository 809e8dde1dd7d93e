import type { INestApplicationContext } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { InvalidArgumentError } from 'commander';

/** A failure that the CLI prints without a stack trace. */
export class CliError extends Error {}

/** Prints the object that the work returns, or each object of a list. */
export type RunCommand = (
  work: (app: INestApplicationContext) => Promise<object | readonly object[]>,
) => Promise<void>;

export function toId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('An id is a positive integer.');
  return Number(text);
}

/** @throws CliError */
export function toEmail(text: string, maxLength: number): string {
  if (!isEmail(text) || text.length > maxLength)
    throw new CliError('--email must be an address such as ada@example.com');
  return text;
}

/** Returns the given properties with their names in snake_case. */
export function toOutput<Row extends object>(
  row: Row,
  ...properties: (keyof Row & string)[]
): Record<string, unknown> {
  const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(properties.map((property) => [toSnakeCase(property), row[property]]));
}
