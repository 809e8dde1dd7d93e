#!/usr/bin/env node
import { ladingCli } from './cli/lading-cli.js';
import { EXTENSIONS } from './extensions/extensions.js';

await ladingCli({ extensions: EXTENSIONS });
