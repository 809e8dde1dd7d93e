import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { AppModule } from '../app.module.js';
import { withDeadline } from '../../platform/async/with-deadline.js';
import { Config } from '../../config/config.js';
import { describeDatabaseFault } from '../../platform/database/database-fault.js';
import { openDatabase, type OpenDatabase } from '../../platform/database/open-database.js';
import { ReadReplica } from '../../platform/database/read-replica.js';
import { ReservedConnectionPool } from '../../platform/database/reserved-connection-pool.js';
import { Printer } from '../../platform/pdf/printer.js';
import type { Extensions } from '../../config/extension.js';
import { MailTransport } from '../../platform/mail/mail-transport.js';
import { OidcProvider } from '../../features/members/oidc-provider.js';
import { DeploymentService, WORKER_TIMEOUT_SECONDS } from '../health/deployment.service.js';
import { connectRedis } from '../../platform/redis/connect-redis.js';
import type { RedisAddress } from '../../config/redis-url.js';
import { SealedColumnsService } from '../../platform/encryption/sealed-columns.service.js';
import { EncryptionService } from '../../platform/encryption/encryption.service.js';

/** Tokens, leases and dates require that clocks agree within this. */
const MAX_SKEW_MS = 2_000;
/** A check that takes longer hangs, e.g. a Chromium that never starts. */
const CHECK_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 5_000;
const REDIS_TIMEOUT_MS = 5_000;

export interface DoctorFinding {
  check: string;
  /** `warning`: the deployment works, but an operator should know. */
  result: 'ok' | 'warning' | 'failed';
  message: string;
}

export interface Diagnosis {
  ok: boolean;
  findings: DoctorFinding[];
}

type DoctorCheck = () => Promise<string | DoctorFinding>;

/** Runs every check that the previous results allow. Writes nothing. */
export async function diagnose(extensions: Extensions): Promise<Diagnosis> {
  const findings: DoctorFinding[] = [];
  const run = async (name: string, check: DoctorCheck): Promise<boolean> => {
    const found = await withDeadline(CHECK_TIMEOUT_MS, check, throwTimeout).catch((error: unknown) =>
      toFailedFinding(name, error),
    );
    findings.push(typeof found === 'string' ? { check: name, result: 'ok', message: found } : found);
    return findings.at(-1)!.result !== 'failed';
  };
  let config: Config;
  let database: OpenDatabase | undefined;
  let app: INestApplicationContext | undefined;
  try {
    const readSettings = async (): Promise<string | DoctorFinding> => {
      config = Config.read();
      if (config.misspelled.length === 0) return 'valid';
      return { check: 'settings', result: 'warning', message: config.misspelled.join(' ') };
    };
    const open = async (): Promise<string> => {
      database = await openDatabase(config, extensions);
      return 'connected and migrated';
    };
    const start = async (): Promise<string> => {
      const module = AppModule.forRoot(database!.config.withRole('api'), extensions);
      app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
      return checkEncryptionKey(app);
    };
    const canStart =
      (await run('settings', readSettings)) &&
      (await run('database', open)) &&
      (await run('encryption key', start));
    if (canStart) {
      await run('database writes', () => checkDatabaseWrites(app!));
      if (database!.config.database.replica) await run('read replica', () => checkReadReplica(app!));
      await run('clock', () => checkClock(app!));
      await run('worker', () => checkWorker(app!));
      await run('papers', () => checkPdf(app!));
      const { redis, mail, oidc } = database!.config;
      if (redis) await run('Redis', () => checkRedis(redis));
      if (mail.smtpUrl) await run('mail', () => checkMailServer(app!));
      if (oidc) await run('sign-in provider', () => checkSignInProvider(app!));
    }
  } finally {
    const close = (resource?: { close(): Promise<void> }): Promise<unknown> =>
      withDeadline(
        CLOSE_TIMEOUT_MS,
        async () => resource?.close(),
        () => undefined,
      ).catch(() => undefined);
    await close(app);
    await close(database);
  }
  return { ok: findings.every(({ result }) => result !== 'failed'), findings };
}

function throwTimeout(): never {
  throw new Error(`no result within ${CHECK_TIMEOUT_MS / 1_000} s`);
}

/** Blames the database for its faults, whatever the check was about. */
function toFailedFinding(check: string, error: unknown): DoctorFinding {
  const fault = describeDatabaseFault(error);
  if (fault) return { check: 'database', result: 'failed', message: fault };
  return { check, result: 'failed', message: error instanceof Error ? error.message : String(error) };
}

/** Decrypts a sample, because the service checks at startup only that the key decrypts something. */
async function checkEncryptionKey(app: INestApplicationContext): Promise<string> {
  const samples = await app.get(SealedColumnsService).sample();
  for (const { sealed, row } of samples) app.get(EncryptionService).open(sealed, row);
  return `decrypts stored data (${samples.length} values sampled)`;
}

async function checkDatabaseWrites(app: INestApplicationContext): Promise<string> {
  const deployment = app.get(DeploymentService);
  const { unwritableReason } = await deployment.readState();
  if (unwritableReason !== null) throw new Error(unwritableReason);
  await deployment.tryToWrite().catch((error: unknown) => {
    throw new Error(describeDatabaseFault(error) ?? String(error), { cause: error });
  });
  return 'writable';
}

async function checkReadReplica(app: INestApplicationContext): Promise<string | DoctorFinding> {
  const fault = await app.get(ReadReplica).check();
  if (fault === null) return 'replicating; lists are read from the replica';
  const message = `DATABASE_READ_URL: ${fault}. Lists are read from the primary.`;
  return { check: 'read replica', result: 'warning', message };
}

async function checkClock(app: INestApplicationContext): Promise<string> {
  const start = Date.now();
  const [row] = await app.get(ReservedConnectionPool).query<{ ms: number }>({
    text: `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
  });
  const skew = Math.round(row!.ms - (start + Date.now()) / 2);
  if (Math.abs(skew) > MAX_SKEW_MS)
    throw new Error(
      `The clock is ${Math.abs(skew)} ms ${skew > 0 ? 'behind' : 'ahead of'} the database clock. Synchronize both clocks.`,
    );
  return `within ${Math.abs(skew)} ms of the database clock`;
}

async function checkWorker(app: INestApplicationContext): Promise<string | DoctorFinding> {
  const { workerHeartbeatAgeSeconds: seconds } = await app.get(DeploymentService).readState();
  if (seconds !== null && seconds < WORKER_TIMEOUT_SECONDS)
    return `last heartbeat ${Math.round(seconds)} s ago`;
  const message = `no heartbeat ${seconds === null ? 'yet' : `for ${Math.round(seconds)} s`}. Background jobs are waiting. Start a process with PROCESS_ROLE=all or worker.`;
  return { check: 'worker', result: 'warning', message };
}

/** Returns a warning at most: without Redis, each process counts rate limits itself and jobs start later. */
async function checkRedis(address: RedisAddress): Promise<string | DoctorFinding> {
  const redis = connectRedis(address, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: REDIS_TIMEOUT_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
    retryStrategy: () => null,
  });
  let reason = '';
  redis.on('error', (error: Error) => (reason = error.message));
  try {
    await redis.connect();
    await redis.ping();
    return 'responds';
  } catch (error) {
    const message = `REDIS_URL: ${reason || (error as Error).message}. Each process enforces rate limits independently, and jobs start later.`;
    return { check: 'Redis', result: 'warning', message };
  } finally {
    redis.disconnect();
  }
}

async function checkMailServer(app: INestApplicationContext): Promise<string> {
  await app
    .get(MailTransport)
    .verify()
    .catch((error: Error) => {
      throw new Error(`SMTP_URL: ${error.message}. Emails stay queued.`, { cause: error });
    });
  return 'the server at SMTP_URL accepts connections';
}

async function checkSignInProvider(app: INestApplicationContext): Promise<string> {
  const { issuer } = (await app.get(OidcProvider).discover()).serverMetadata();
  return `${issuer} responds`;
}

async function checkPdf(app: INestApplicationContext): Promise<string> {
  const pdf = await app.get(Printer).printPdf('<!doctype html><title>A page</title><p>A page');
  return `Chromium rendered a test page (${pdf.length} bytes)`;
}
