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

/** Tokens, leases and dates stand as long as clocks agree by this much. */
const MAX_SKEW_MS = 2_000;
/** What has not answered by then hangs: a Chromium that never starts, say. */
const CHECK_TIMEOUT_MS = 20_000;
/** The same for what is open at the end. */
const CLOSE_TIMEOUT_MS = 5_000;
const REDIS_TIMEOUT_MS = 5_000;

export interface DoctorFinding {
  check: string;
  /** `warning`: it works, and an operator should know. */
  result: 'ok' | 'warning' | 'failed';
  message: string;
}

export interface Diagnosis {
  ok: boolean;
  findings: DoctorFinding[];
}

type DoctorCheck = () => Promise<string | DoctorFinding>;

/** Looks at everything that a deployment stands on, as far as the step before allows, and changes nothing. */
export async function diagnose(extensions: Extensions): Promise<Diagnosis> {
  const findings: DoctorFinding[] = [];
  const look = async (check: string, work: DoctorCheck): Promise<boolean> => {
    const found = await withDeadline(CHECK_TIMEOUT_MS, work, throwTimeout).catch((error: unknown) =>
      toFailedFinding(check, error),
    );
    findings.push(typeof found === 'string' ? { check, result: 'ok', message: found } : found);
    return findings.at(-1)!.result !== 'failed';
  };
  let database: OpenDatabase | undefined;
  let app: INestApplicationContext | undefined;
  try {
    const open = async (): Promise<string> => {
      database = await openDatabase(new Config(), extensions);
      return 'it is reached, and migrated';
    };
    const start = async (): Promise<string> => {
      const module = AppModule.forRoot(database!.config.withRole('api'), extensions);
      app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
      return checkEncryptionKey(app);
    };
    if ((await look('database', open)) && (await look('encryption key', start))) {
      await look('database writes', () => checkDatabaseWrites(app!));
      if (database!.config.database.replica) await look('read replica', () => checkReadReplica(app!));
      await look('clock', () => checkClock(app!));
      await look('worker', () => checkWorker(app!));
      await look('papers', () => checkPdf(app!));
      const { redis, mail, oidc } = database!.config;
      if (redis) await look('Redis', () => checkRedis(redis));
      if (mail.smtpUrl) await look('mail', () => checkMailServer(app!));
      if (oidc) await look('sign-in provider', () => checkSignInProvider(app!));
    }
  } finally {
    const end = (open?: { close(): Promise<void> }): Promise<unknown> =>
      withDeadline(
        CLOSE_TIMEOUT_MS,
        async () => open?.close(),
        () => undefined,
      ).catch(() => undefined);
    await end(app);
    await end(database);
  }
  return { ok: findings.every(({ result }) => result !== 'failed'), findings };
}

function throwTimeout(): never {
  throw new Error(`it gave no answer within ${CHECK_TIMEOUT_MS / 1_000} s`);
}

/** A start that the database refuses says nothing of what was looked at. */
function toFailedFinding(check: string, error: unknown): DoctorFinding {
  const fault = describeDatabaseFault(error);
  if (fault) return { check: 'database', result: 'failed', message: fault };
  return { check, result: 'failed', message: error instanceof Error ? error.message : String(error) };
}

/** The service itself refuses to start with a key that opens nothing; single secrets may be of an older one. */
async function checkEncryptionKey(app: INestApplicationContext): Promise<string> {
  const sealed = await app.get(SealedColumnsService).sample();
  for (const one of sealed) app.get(EncryptionService).open(one.sealed, one.row);
  return `it opens what is sealed (${sealed.length} looked at)`;
}

async function checkDatabaseWrites(app: INestApplicationContext): Promise<string> {
  const deployment = app.get(DeploymentService);
  const { unwritableReason: unwritable } = await deployment.readState();
  if (unwritable !== null) throw new Error(unwritable);
  await deployment.tryToWrite().catch((error: unknown) => {
    throw new Error(describeDatabaseFault(error) ?? String(error), { cause: error });
  });
  return 'it can be written, and grows';
}

async function checkReadReplica(app: INestApplicationContext): Promise<string | DoctorFinding> {
  const fault = await app.get(ReadReplica).check();
  if (fault === null) return 'it follows the database, and lists are read there';
  const message = `lists are read from the primary, not from DATABASE_READ_URL: ${fault}`;
  return { check: 'read replica', result: 'warning', message };
}

async function checkClock(app: INestApplicationContext): Promise<string> {
  const began = Date.now();
  const [row] = await app.get(ReservedConnectionPool).query<{ ms: number }>({
    text: `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
  });
  const skew = Math.round(row!.ms - (began + Date.now()) / 2);
  if (Math.abs(skew) > MAX_SKEW_MS) throw new Error(`it is ${-skew} ms off the database's`);
  return `it is within ${Math.abs(skew)} ms of the database's`;
}

async function checkWorker(app: INestApplicationContext): Promise<string | DoctorFinding> {
  const { workerHeartbeatAgeSeconds: seconds } = await app.get(DeploymentService).readState();
  if (seconds !== null && seconds < WORKER_TIMEOUT_SECONDS)
    return `one was heard of ${Math.round(seconds)} s ago`;
  const message = `none was heard of ${seconds === null ? 'yet' : `for ${Math.round(seconds)} s`}: what is due waits for a process with PROCESS_ROLE=all or worker`;
  return { check: 'worker', result: 'warning', message };
}

/** Never failed: without it rate limits are counted by each process for itself, and work is found later. */
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
    return 'it answers';
  } catch (error) {
    const message = `REDIS_URL: ${reason || (error as Error).message}: each process counts rate limits for itself, and work is found later`;
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
      throw new Error(`SMTP_URL: ${error.message}: mails wait`, { cause: error });
    });
  return 'the server of SMTP_URL takes mails';
}

async function checkSignInProvider(app: INestApplicationContext): Promise<string> {
  const { issuer } = (await app.get(OidcProvider).discover()).serverMetadata();
  return `${issuer} answers as OIDC_ISSUER`;
}

async function checkPdf(app: INestApplicationContext): Promise<string> {
  const pdf = await app.get(Printer).printPdf('<!doctype html><title>A page</title><p>A page');
  return `Chromium prints (${pdf.length} bytes for a page)`;
}
