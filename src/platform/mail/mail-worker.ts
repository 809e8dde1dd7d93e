import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { OutageLogger } from '../async/outage-logger.js';
import { Config } from '../../config/config.js';
import { mailAttempts } from '../metrics.js';
import { MAX_SLEEP_MS, Sweeper } from '../jobs/sweeper.js';
import { MailOutbox, type LeasedMail } from './mail-outbox.js';
import type { MailLane } from './mail.entity.js';
import { MailTransport } from './mail-transport.js';

const MINUTE_MS = 60_000;
/** The wait after each failed attempt. The worker gives up after one more. */
const RETRY_DELAYS_MS = [1, 5, 30, 120, 720, 1_440].map((minutes) => minutes * MINUTE_MS);

/** Sends the mails of the outbox: one after the other, and beside them those that attach PDFs. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly outage = new OutageLogger(this.logger, 'sending email');
  private readonly isWorker: boolean;
  private readonly sweepers = [
    new Sweeper('Mail', () => this.sendNext('urgent', 'normal')),
    new Sweeper('Mail with PDF', () => this.sendNext('printed')),
  ];

  constructor(
    config: Config,
    private readonly outbox: MailOutbox,
    private readonly transport: MailTransport,
  ) {
    this.isWorker = config.role !== 'api';
  }

  onApplicationBootstrap(): void {
    if (!this.isWorker) return;
    // Prometheus sees the first failure as an increase only if the counter exists before.
    for (const outcome of ['sent', 'failed', 'refused', 'dropped']) mailAttempts.inc({ outcome }, 0);
    for (const sweeper of this.sweepers) sweeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.sweepers.map((sweeper) => sweeper.stop()));
  }

  /** Sends the next mail of the first lane that has one. Returns the milliseconds until the next round. */
  private async sendNext(...lanes: MailLane[]): Promise<number> {
    for (const lane of lanes) {
      const mail = await this.outbox.leaseNext(lane);
      if (mail) {
        await this.send(mail);
        return 0;
      }
    }
    return MAX_SLEEP_MS;
  }

  private async send(mail: LeasedMail): Promise<void> {
    try {
      const composed = await this.outbox.compose(mail);
      if (!composed) {
        await this.outbox.markDropped(mail.id);
        return;
      }
      await this.transport.send(mail, composed);
    } catch (error) {
      await this.recordFailure(mail, error);
      return;
    }
    mailAttempts.inc({ outcome: 'sent' });
    this.outage.recordSuccess();
    await this.outbox.markSent(mail.id);
  }

  private async recordFailure({ id, attempt }: LeasedMail, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const refused = isPermanentFailure(error);
    const delayMs = refused ? null : (RETRY_DELAYS_MS[attempt - 1] ?? null);
    // Comes first: it throws if the database itself has failed.
    await this.outbox.markFailed(id, reason, delayMs);
    mailAttempts.inc({ outcome: refused ? 'refused' : 'failed' });
    if (!refused) this.outage.recordFailure(error);
    if (delayMs !== null) return;
    const attempts = attempt === 1 ? '1 attempt' : `${attempt} attempts`;
    this.logger.warn(`Gave up on email ${id} after ${attempts}: ${reason}`);
  }
}

/** Returns true if the server permanently rejects the recipient (RFC 5321, section 4.2.1). */
function isPermanentFailure(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode >= 500;
}
