import { userInfo } from 'node:os';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { Command, CommanderError } from 'commander';
import { AppModule } from './app.module.js';
import { ConnectionRefused } from './carriers/adapter-registry.js';
import { auditCommands } from './cli/audit.commands.js';
import { carrierCommands } from './cli/carrier.commands.js';
import { CliError } from './cli/cli-error.js';
import { keyCommands } from './cli/key.commands.js';
import { organizationCommands } from './cli/organization.commands.js';
import type { Run } from './cli/run.js';
import { secretsCommands } from './cli/secrets.commands.js';
import { Config, ConfigError } from './config.js';
import { openDatabase } from './database/open-database.js';
import { ApiError } from './http/api-error.js';
import { writeDocument } from './openapi.js';
import { AuditLog } from './tenancy/audit-log.js';

/** Runs one command inside the app, on the database of the running service or on one started for it. */
async function inApp<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const database = await openDatabase(new Config());
  try {
    const app = await NestFactory.createApplicationContext(AppModule.with(database.config.withRole('api')), {
      logger: ['error'],
    });
    app.get(AuditLog).actor = `cli:${userInfo().username}`;
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}

async function migrateOnly(): Promise<object> {
  const database = await openDatabase(new Config());
  await database.close();
  return { migrated: true };
}

async function document({ check = false }: { check?: boolean }): Promise<object> {
  const current = await writeDocument(check);
  if (!current) throw new CliError('openapi/ differs from the code. Run: npm run openapi');
  return { current };
}

/** Every command answers one object: one line of JSON with --json, indented without. */
const program = new Command('lading').option('--json', 'print one JSON object on one line').exitOverride();

function print(result: object): void {
  process.stdout.write(`${JSON.stringify(result, null, program.opts().json ? 0 : 2)}\n`);
}

const run: Run = async (work) => print(await inApp(work));

organizationCommands(program, run);
keyCommands(program, run);
carrierCommands(program, run);
auditCommands(program, run);
secretsCommands(program, run);
program
  .command('migrate')
  .description('bring the database up to date')
  .action(async () => print(await migrateOnly()));
program
  .command('openapi')
  .description('write openapi/ from the code')
  .option('--check', 'only compare')
  .action(async (options: { check?: boolean }) => print(await document(options)));
for (const command of program.commands) {
  for (const child of [command, ...command.commands]) child.exitOverride();
}

const EXPECTED = [ApiError, CliError, ConfigError, ConnectionRefused];

try {
  const words = process.argv.slice(2);
  const json = words.includes('--json');
  await program.parseAsync([...(json ? ['--json'] : []), ...words.filter((word) => word !== '--json')], {
    from: 'user',
  });
} catch (error) {
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
  if (!(error instanceof CommanderError)) {
    const expected = EXPECTED.some((kind) => error instanceof kind);
    process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  }
}
