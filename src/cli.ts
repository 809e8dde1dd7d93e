#!/usr/bin/env node
import { ladingCli } from './app/cli/lading-cli.js';
import { EXTENSIONS } from './extensions/extensions.js';

await ladingCli({ extensions: EXTENSIONS });
