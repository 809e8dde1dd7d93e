import type { BulkJobOptions, Processor } from 'bullmq';

/** What is used of BullMQ's `Queue`, whichever store it runs on. */
export interface JobQueue {
  addBulk(jobs: { name: string; data: object; opts: BulkJobOptions }[]): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

/** What is used of BullMQ's `Worker`, whichever store it runs on. */
export interface JobWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(force: boolean): Promise<void>;
}

/** An open connection to the store that BullMQ runs on. */
export interface EngineConnection {
  queue(name: string): JobQueue;
  worker(name: string, processor: Processor): JobWorker;
  close(): Promise<void>;
}

/** Opens the store the settings name. `broken` is called when the connection ends or fails by itself. */
export type OpenEngine = (broken: (error: Error) => void) => Promise<EngineConnection>;
