import { LadingError } from '@lading/sdk';
import { stripControlCharacters, type Output } from './output.js';

/** Public: scripts rely on these codes. */
export const EXIT_CODES = { refused: 1, usage: 2, key: 3, unreachable: 4 } as const;

/** An error whose message is written for the user. */
export class CliError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = EXIT_CODES.refused,
    readonly code: string = 'failed',
  ) {
    super(message);
  }
}

/** An error as the CLI reports it: as text, as JSON and in MCP tool results. */
export interface FailureReport {
  code: string;
  param?: string;
  message: string;
  request_id?: string;
  errors?: { param?: string; code: string; message: string }[];
}

export function toFailureReport(error: unknown): FailureReport {
  if (!(error instanceof LadingError))
    return {
      code: error instanceof CliError ? error.code : 'failed',
      message: error instanceof Error ? error.message : String(error),
    };
  const { code, param, message, requestId, errors } = error;
  return {
    code,
    ...(param !== undefined && { param }),
    message,
    ...(requestId !== undefined && { request_id: requestId }),
    ...(errors.length > 1 && { errors: errors as FailureReport['errors'] }),
  };
}

/** Returns true if a retry may succeed: no response, a server error or a rate limit. */
export function isTransient(error: unknown): error is LadingError {
  return (
    error instanceof LadingError &&
    (error.status === undefined || error.status === 429 || error.status >= 500)
  );
}

export function toExitCode(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (!(error instanceof LadingError)) return EXIT_CODES.refused;
  if (error.status === 401) return EXIT_CODES.key;
  return error.status === undefined || error.status >= 500 ? EXIT_CODES.unreachable : EXIT_CODES.refused;
}

/** Writes the error to standard error. */
export function printFailure(error: unknown, { isJson, colors }: Pick<Output, 'isJson' | 'colors'>): void {
  const failure = toFailureReport(error);
  if (isJson) {
    process.stderr.write(`${JSON.stringify({ error: failure })}\n`);
    return;
  }
  const { code, param, message, request_id: requestId, errors = [] } = failure;
  const head = error instanceof LadingError ? `${[code, param].filter(Boolean).join(', ')}: ` : '';
  const lines = [`${colors.red('error')} ${head}${message}`];
  for (const { param: field = '', code: fieldCode, message: fault } of errors)
    lines.push(`  ${field} ${fieldCode}: ${fault}`);
  if (requestId !== undefined) lines.push(colors.dim(`  request_id ${requestId}`));
  process.stderr.write(`${lines.map(stripControlCharacters).join('\n')}\n`);
}
