import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import { within } from '../../platform/async/deadline.js';
import { Printer } from '../../platform/pdf/printer.js';
import { Deployment, WORKER_PATIENCE_SECONDS, type DeploymentState } from './deployment.js';
import { Draining } from './draining.js';

const TIMEOUT_MS = 2_000;

/** Whether the process can do its work. The queue's store may be away: work is found without it, only later. */
@Injectable()
export class Readiness {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly draining: Draining,
    private readonly deployment: Deployment,
    private readonly printer: Printer,
  ) {}

  /** `status` is `ok` or `error`; `error` then has each component that is down, with the reason. */
  async check(): Promise<HealthCheckResult> {
    try {
      return await this.health.check([
        () => this.databaseAnswers(),
        () => this.documentsPrint(),
        () => this.replicaFollows(),
        () => this.processStays(),
      ]);
    } catch (error) {
      if (error instanceof ServiceUnavailableException) return error.getResponse() as HealthCheckResult;
      throw error;
    }
  }

  private async databaseAnswers(): Promise<HealthIndicatorResult> {
    const database = this.indicators.check('database');
    try {
      const state = await within(TIMEOUT_MS, this.deployment.state, () => {
        throw new Error(`timeout of ${TIMEOUT_MS}ms exceeded`);
      });
      if (state.unwritable !== null) return database.down({ message: state.unwritable });
      return { ...database.up(), ...this.worker(state) };
    } catch (error) {
      return database.down({ message: (error as Error).message });
    }
  }

  /** Never down: what is accepted without a worker waits for one. */
  private worker({ secondsSinceWorker: seconds }: DeploymentState): HealthIndicatorResult {
    const worker = this.indicators.check('worker');
    if (seconds !== null && seconds < WORKER_PATIENCE_SECONDS) return worker.up();
    const since =
      seconds === null ? 'None has been heard of' : `None was heard of for ${Math.round(seconds)} s`;
    return worker.up({ message: `${since}: what is due waits. Start a process with PROCESS_ROLE=worker.` });
  }

  /** Never down: all but documents is served without what prints them. Where this process prints itself there is no word of it. */
  private async documentsPrint(): Promise<HealthIndicatorResult> {
    const answers = await this.printer.answers();
    if (answers === null) return {};
    const render = this.indicators.check('render');
    return answers ? render.up() : render.up({ message: 'RENDER_URL does not answer: PDFs are 503' });
  }

  /** Never down: what it can't answer the primary does. Where there is none there is no word of it. */
  private async replicaFollows(): Promise<HealthIndicatorResult> {
    const { replica } = this.deployment;
    if (!replica.connected) return {};
    const indicator = this.indicators.check('replica');
    const fault = await within(TIMEOUT_MS, replica.look, () => 'it does not answer');
    if (fault === null) return indicator.up();
    return indicator.up({ message: `Lists are read from the primary, not from the replica: ${fault}` });
  }

  private processStays(): HealthIndicatorResult {
    const process = this.indicators.check('process');
    return this.draining.active ? process.down({ message: 'stopping' }) : process.up();
  }
}
