#!/usr/bin/env node
import { ConfigError } from './config/env.js';
import { EXTENSIONS } from './extensions/extensions.js';
import { startLading } from './app/server.js';

startLading({ extensions: EXTENSIONS }).catch((error: unknown) => {
  const text =
    error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
