import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import { withDeadline } from '../../platform/async/with-deadline.js';
import { Printer } from '../../platform/pdf/printer.js';
import { DeploymentService, WORKER_TIMEOUT_SECONDS, type DeploymentState } from './deployment.service.js';
import { DrainService } from './drain.service.js';

const TIMEOUT_MS = 2_000;

/** Whether the process can do its work. The queue's store may be away: work is found without it, only later. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly draining: DrainService,
    private readonly deployment: DeploymentService,
    private readonly printer: Printer,
  ) {}

  /** `status` is `ok` or `error`; `error` then has each component that is down, with the reason. */
  async check(): Promise<HealthCheckResult> {
    try {
      return await this.health.check([
        () => this.checkDatabase(),
        () => this.checkPdf(),
        () => this.checkReplica(),
        () => this.checkProcess(),
      ]);
    } catch (error) {
      if (error instanceof ServiceUnavailableException) return error.getResponse() as HealthCheckResult;
      throw error;
    }
  }

  private async checkDatabase(): Promise<HealthIndicatorResult> {
    const database = this.indicators.check('database');
    try {
      const state = await withDeadline(TIMEOUT_MS, this.deployment.readState, () => {
        throw new Error(`timeout of ${TIMEOUT_MS}ms exceeded`);
      });
      if (state.unwritableReason !== null) return database.down({ message: state.unwritableReason });
      return { ...database.up(), ...this.checkWorker(state) };
    } catch (error) {
      return database.down({ message: (error as Error).message });
    }
  }

  /** Never down: what is accepted without a worker waits for one. */
  private checkWorker({ workerHeartbeatAgeSeconds: seconds }: DeploymentState): HealthIndicatorResult {
    const worker = this.indicators.check('worker');
    if (seconds !== null && seconds < WORKER_TIMEOUT_SECONDS) return worker.up();
    const since =
      seconds === null ? 'None has been heard of' : `None was heard of for ${Math.round(seconds)} s`;
    return worker.up({ message: `${since}: what is due waits. Start a process with PROCESS_ROLE=worker.` });
  }

  /** Never down: all but documents is served without what prints them. Where this process prints itself there is no word of it. */
  private async checkPdf(): Promise<HealthIndicatorResult> {
    const answers = await this.printer.isReachable();
    if (answers === null) return {};
    const render = this.indicators.check('render');
    return answers ? render.up() : render.up({ message: 'RENDER_URL does not answer: PDFs are 503' });
  }

  /** Never down: what it can't answer the primary does. Where there is none there is no word of it. */
  private async checkReplica(): Promise<HealthIndicatorResult> {
    const { replica } = this.deployment;
    if (!replica.connectionUsage) return {};
    const indicator = this.indicators.check('replica');
    const fault = await withDeadline(TIMEOUT_MS, replica.check, () => 'it does not answer');
    if (fault === null) return indicator.up();
    return indicator.up({ message: `Lists are read from the primary, not from the replica: ${fault}` });
  }

  private checkProcess(): HealthIndicatorResult {
    const process = this.indicators.check('process');
    return this.draining.isDraining ? process.down({ message: 'stopping' }) : process.up();
  }
}
