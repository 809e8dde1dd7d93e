#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { ConfigError } from './config/env.js';
import { EXTENSIONS } from './extensions/extensions.js';
import { VERSION } from './app/openapi/document.js';
import { startLading } from './app/server.js';

const HELP = `Usage: lading-server [--help | --version]

Starts the service on port 3000. Without DATABASE_URL it starts an embedded PostgreSQL and stores its data in .data.
Environment variables configure it: https://github.com/lading/lading/blob/main/docs/reference/settings.md
`;

/** Starts the service, or prints the help or the version. */
async function main(): Promise<void> {
  const options = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;
  const { values } = parseArgs({ options });
  if (values.help) process.stdout.write(HELP);
  else if (values.version) process.stdout.write(`${VERSION}\n`);
  else await startLading({ extensions: EXTENSIONS });
}

main().catch((error: unknown) => {
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const text =
    error instanceof ConfigError || isUsage
      ? (error as Error).message
      : error instanceof Error
        ? error.stack
        : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
