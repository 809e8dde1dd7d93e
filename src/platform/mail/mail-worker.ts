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
import { MailTransport } from './mail-transport.js';

const MINUTE_MS = 60_000;
/** The wait after each failed attempt. The worker gives up after one more. */
const RETRY_DELAYS_MS = [1, 5, 30, 120, 720, 1_440].map((minutes) => minutes * MINUTE_MS);

/** Sends the mails of the outbox one at a time. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly outage = new OutageLogger(this.logger, 'sending mails');
  private readonly isWorker: boolean;
  private readonly sweeper = new Sweeper('Mail', () => this.sendNext());

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
    for (const outcome of ['sent', 'failed', 'refused']) mailAttempts.inc({ outcome }, 0);
    this.sweeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
  }

  private async sendNext(): Promise<number> {
    const mail = await this.outbox.leaseNext();
    if (!mail) return MAX_SLEEP_MS;
    try {
      const composed = await this.outbox.compose(mail);
      if (!composed) {
        await this.outbox.markDropped(mail.id);
        return 0;
      }
      await this.transport.send(mail, composed);
    } catch (error) {
      await this.recordFailure(mail, error);
      return 0;
    }
    mailAttempts.inc({ outcome: 'sent' });
    this.outage.recordSuccess();
    await this.outbox.markSent(mail.id);
    return 0;
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
    this.logger.warn(`Gave up on mail ${id} after ${attempts}: ${reason}`);
  }
}

/** Returns true if the server permanently rejects the recipient (RFC 5321, section 4.2.1). */
function isPermanentFailure(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode >= 500;
}
