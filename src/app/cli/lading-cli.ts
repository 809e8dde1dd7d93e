import { userInfo } from 'node:os';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { Command, CommanderError } from 'commander';
import { AppModule } from '../app.module.js';
import { RecordingError } from '../../features/carriers/certification/recording.js';
import { ConnectionRefused } from '../../features/carriers/connection-refused.js';
import { registerAuditCommands } from './audit.commands.js';
import { registerCarrierCommands } from './carrier.commands.js';
import { CliError, type RunCommand } from './cli-command.js';
import { diagnose } from './doctor.js';
import { registerKeyCommands } from './key.commands.js';
import { registerMemberCommands } from './member.commands.js';
import { registerOrganizationCommands } from './organization.commands.js';
import { formatOutput } from './format-output.js';
import { registerSecretsCommands } from './secrets.commands.js';
import { Config } from '../../config/config.js';
import { ConfigError } from '../../config/env.js';
import { openDatabase } from '../../platform/database/open-database.js';
import { Extensions } from '../../config/extension.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { writeDocument } from './write-document.js';
import { VERSION } from '../openapi/document.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import type { LadingOptions } from '../server.js';

/** Runs a command on the configured database, or on the embedded one, which it starts if necessary. */
async function runInApp<T>(
  extensions: Extensions,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(new Config(), extensions);
  try {
    const app = await NestFactory.createApplicationContext(
      AppModule.forRoot(database.config.withRole('api'), extensions),
      { logger: ['error'] },
    );
    app.get(AuditLogService).actor = `cli:${userInfo().username}`;
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}

async function runMigrations(extensions: Extensions): Promise<object> {
  const database = await openDatabase(new Config(), extensions);
  await database.close();
  return { migrated: true };
}

async function writeOpenApi(extensions: Extensions, { check = false }: { check?: boolean }): Promise<object> {
  const current = await writeDocument(extensions, check);
  if (!current) throw new CliError('openapi/ differs from the code. Run npm run openapi.');
  return { current };
}

/** Declares every command. docs/reference/cli.md is generated from it. Every command prints one object, or one for each answer. */
export function buildOperatorProgram(extensions: Extensions): Command {
  const program = new Command('npm run -s cli --')
    .version(VERSION)
    .option('--json', 'print one JSON object on one line')
    .exitOverride();
  const print = (result: object): void => {
    const { json } = program.opts<{ json?: boolean }>();
    process.stdout.write(json ? `${JSON.stringify(result)}\n` : formatOutput(result, process.stdout.isTTY));
  };
  const run: RunCommand = async (work) => {
    for (const result of [await runInApp(extensions, work)].flat()) print(result);
  };

  registerOrganizationCommands(program, run);
  registerKeyCommands(program, run);
  registerMemberCommands(program, run);
  registerCarrierCommands(program, run);
  registerAuditCommands(program, run);
  registerSecretsCommands(program, run);
  program
    .command('migrate')
    .description('apply pending database migrations')
    .addHelpText('after', '\nOutput: {migrated}')
    .action(async () => print(await runMigrations(extensions)));
  program
    .command('doctor')
    .description('check the deployment; exit with code 1 if a check fails')
    .addHelpText('after', '\nOutput: {ok, findings: [{check, result, message}]}')
    .action(async () => {
      const diagnosis = await diagnose(extensions);
      print(diagnosis);
      // A failed or hanging check may leave open connections, so the process would not end by itself.
      process.stdout.write('', () => process.exit(diagnosis.ok ? 0 : 1));
    });
  program
    .command('openapi')
    .description('write openapi/ from the code')
    .addHelpText('after', '\nOutput: {current}')
    .option('--check', 'compare without writing')
    .action(async (options: { check?: boolean }) => print(await writeOpenApi(extensions, options)));
  for (const command of program.commands) {
    for (const child of [command, ...command.commands]) child.exitOverride();
  }
  return program;
}

const EXPECTED_ERRORS = [ApiError, CliError, ConfigError, ConnectionRefused, RecordingError, RowMissing];

export async function ladingCli(
  { extensions }: Pick<LadingOptions, 'extensions'> = {},
  args: string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const json = args.includes('--json');
    const command = [...(json ? ['--json'] : []), ...args.filter((arg) => arg !== '--json')];
    await buildOperatorProgram(new Extensions(extensions)).parseAsync(command, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      const expected = EXPECTED_ERRORS.some((kind) => error instanceof kind);
      process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
    }
    // An app that failed to start may leave open connections, so the process would not end by itself.
    process.exit(error instanceof CommanderError ? error.exitCode : 1);
  }
}
