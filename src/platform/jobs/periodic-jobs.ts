import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Config } from '../../config/config.js';
import { parseDuration } from '../../config/value-kinds.js';
import { Rounds } from './rounds.js';

const METADATA_KEY = Symbol('PeriodicJob');

interface JobSchedule {
  /** The job's name in logs and metrics. */
  name: string;
  interval: string;
  atStart: boolean;
}

interface Job extends JobSchedule {
  run: () => Promise<unknown>;
}

/**
 * Calls the method every `interval` (`30s`, `10m`) in processes that run workers. A call is skipped while the previous one
 * is still running. Several processes run the same job at once, so the method must be safe to run concurrently.
 * @param name identifies the job in logs and metrics
 * @param options.atStart also calls the method when the process has started
 */
export function PeriodicJob(interval: string, name: string, { atStart = false } = {}) {
  return (_prototype: object, _key: string | symbol, { value }: { value?: () => Promise<unknown> }): void => {
    Reflect.defineMetadata(METADATA_KEY, { name, interval, atStart } satisfies JobSchedule, value!);
  };
}

/** Finds the `@PeriodicJob` methods of all providers at startup and runs them on their timers until shutdown. */
@Injectable()
export class PeriodicJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly isWorker: boolean;
  private readonly added: Job[] = [];
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    config: Config,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {
    this.isWorker = config.role !== 'api';
  }

  /** Adds a job that no decorator declares. Call it before the application has started. */
  add(interval: string, name: string, run: () => Promise<unknown>): void {
    this.added.push({ name, interval, atStart: false, run });
  }

  onApplicationBootstrap(): void {
    for (const job of [...this.discover(), ...this.added]) this.start(job);
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private start({ name, interval, atStart, run }: Job): void {
    const intervalMs = parseDuration(interval, name);
    // An api process creates the counters too, so that every process exports the same metrics.
    const rounds = new Rounds(name);
    if (!this.isWorker) return;
    const runRound = () => void rounds.run(run);
    if (atStart) this.timers.push(setTimeout(runRound, 0));
    this.timers.push(setInterval(runRound, intervalMs));
  }

  private discover(): Job[] {
    const instances = new Set(this.discovery.getProviders().map(({ instance }) => instance as unknown));
    return [...instances].flatMap((instance) => this.listJobs(instance));
  }

  private listJobs(instance: unknown): Job[] {
    if (typeof instance !== 'object' || instance === null) return [];
    const prototype = Object.getPrototypeOf(instance) as Record<string, () => Promise<unknown>> | null;
    return this.scanner.getAllMethodNames(prototype).flatMap((key) => {
      const method = prototype![key]!;
      const schedule = Reflect.getMetadata(METADATA_KEY, method) as JobSchedule | undefined;
      return schedule ? [{ ...schedule, run: () => method.call(instance) }] : [];
    });
  }
}
