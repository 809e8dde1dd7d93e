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

/** Decides whether the process can do its work. Redis may be down: jobs then start later. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly draining: DrainService,
    private readonly deployment: DeploymentService,
    private readonly printer: Printer,
  ) {}

  /** Returns the status `ok` or `error`. `error` lists each failed component with the reason. */
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
        throw new Error(`The database did not respond within ${TIMEOUT_MS} ms.`);
      });
      if (state.unwritableReason !== null) return database.down({ message: state.unwritableReason });
      return { ...database.up(), ...this.checkWorker(state) };
    } catch (error) {
      return database.down({ message: (error as Error).message });
    }
  }

  /** Never down, because accepted work waits for a worker. */
  private checkWorker({ workerHeartbeatAgeSeconds: seconds }: DeploymentState): HealthIndicatorResult {
    const worker = this.indicators.check('worker');
    if (seconds !== null && seconds < WORKER_TIMEOUT_SECONDS) return worker.up();
    const since = seconds === null ? 'yet' : `for ${Math.round(seconds)} s`;
    const message = `No worker heartbeat ${since}. Deliveries and bookings are waiting. Start a process with PROCESS_ROLE=all or worker.`;
    return worker.up({ message });
  }

  /** Never down, because only PDFs need it. Left out if this process renders PDFs itself. */
  private async checkPdf(): Promise<HealthIndicatorResult> {
    const isReachable = await this.printer.isReachable();
    if (isReachable === null) return {};
    const render = this.indicators.check('render');
    return isReachable
      ? render.up()
      : render.up({ message: 'RENDER_URL does not respond. PDF requests return 503.' });
  }

  /** Never down, because the primary serves its reads. Left out without a replica. */
  private async checkReplica(): Promise<HealthIndicatorResult> {
    const { replica } = this.deployment;
    if (!replica.connectionUsage) return {};
    const indicator = this.indicators.check('replica');
    const fault = await withDeadline(TIMEOUT_MS, replica.check, () => 'it does not respond');
    if (fault === null) return indicator.up();
    return indicator.up({ message: `Replica unavailable: ${fault}. Lists are read from the primary.` });
  }

  private checkProcess(): HealthIndicatorResult {
    const process = this.indicators.check('process');
    return this.draining.isDraining ? process.down({ message: 'stopping' }) : process.up();
  }
}
