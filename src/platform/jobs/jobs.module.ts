/**
 * # Background jobs
 *
 * All background work follows one rule. A row in the database holds the due work, and every worker polls for such rows. This folder decides when a worker looks. It stores nothing, so losing any part of it costs time but no work.
 * Work runs in processes whose `PROCESS_ROLE` is `all` or `worker`. An `api` process only sends wake-ups.
 *
 * ## Periodic jobs
 *
 * `@PeriodicJob('10m', 'old mails')` on a method of any provider runs it on an interval. `PeriodicJobs` finds these methods
 * when the application starts and stops the timers when it ends. `add()` registers jobs that no decorator declares.
 *
 * - `Rounds` skips a call while the previous one is running in the same process. After a failure the next call tries again.
 * - Every worker process runs every job, without leader election. Jobs must therefore tolerate concurrent runs: they lock
 *   rows with `FOR UPDATE SKIP LOCKED`, or delete rows that are already gone.
 * - `runInBatches` repeats a batch until it is not full, so one call catches up after an outage.
 *
 * ## Loops
 *
 * A `Sweeper` looks for due work in a loop: the delivery worker and the mail worker. A round returns the milliseconds until
 * the next one, at most `MAX_SLEEP_MS` (1 s). A wake-up starts the next round at once. A failed round repeats after 250 ms.
 *
 * ## Wake-ups
 *
 * `WakeUpNotifier.send(topic)` is called after a commit. It says only that work exists, not which.
 *
 * 1. A listener in the same process is called directly.
 * 2. `NotifyChannel` sends NOTIFY over one connection per process, outside any transaction: PostgreSQL serializes the
 *    commits of transactions that notify. At most one statement is in progress; later wake-ups share the next one.
 * 3. `RedisWakeUps` sends a BullMQ job if `REDIS_URL` is set, at most every 50 ms. It reaches workers while their LISTEN
 *    connection is down.
 * 4. The polling of every `Sweeper` finds the work within a second if both are lost.
 *
 * A LISTEN connection is tested every 10 s and reopened after 1 s. It then wakes all listeners, because wake-ups sent during
 * the outage are lost. docs/adr/0012-wake-up-channels.md has the measurements behind this choice.
 *
 * ## Fair pools
 *
 * `FairPool` runs due rows with a total limit and a limit per lane, such as a carrier or a tenant. A lane that hangs occupies
 * only its own share. The pool asks for rows of lanes that have capacity, and polls every second while work is in progress.
 *
 * ## Monitoring
 *
 * Every job and loop has a name. `JobMonitor` reports it as the label of `lading_job_last_success_timestamp_seconds` and
 * `lading_job_failures_total`. The log has the first failure of an outage and its end, not each failure.
 *
 * ## Failures
 *
 * - A worker crashes: leases on rows expire and another worker takes over. No job is lost, because no job is stored.
 * - The database is unavailable: rounds fail and repeat. A job on an interval waits for its next call.
 * - Redis is unavailable, full or wiped: NOTIFY still arrives. The log reports the outage once.
 */
import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { Config } from '../../config/config.js';
import { NotifyChannel } from './notify-channel.js';
import { PeriodicJobs } from './periodic-jobs.js';
import { RedisWakeUpsModule } from './redis-wake-ups.module.js';
import { WakeUpNotifier } from './wake-up-notifier.js';

@Module({})
export class JobsModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      imports: [DiscoveryModule, RedisWakeUpsModule.forRoot(config)],
      providers: [NotifyChannel, PeriodicJobs, WakeUpNotifier],
      exports: [PeriodicJobs, WakeUpNotifier],
    };
  }
}
