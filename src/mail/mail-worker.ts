import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../config.js';
import { LONGEST_SLEEP_MS, Sweeper } from '../queue/sweeper.js';
import { MailOutbox } from './mail-outbox.js';
import { MailTransport } from './mail-transport.js';

const MINUTE = 60_000;
/** The wait after each failed attempt; after the last one a mail is given up. */
const DELAYS_MS = [1, 5, 30, 120, 720, 1_440].map((minutes) => minutes * MINUTE);

/** Sends the mails of the outbox, one after the other. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Mail');
  private readonly runs: boolean;
  private readonly sweeper = new Sweeper('Mail', () => this.sweep());

  constructor(
    config: Config,
    private readonly outbox: MailOutbox,
    private readonly transport: MailTransport,
  ) {
    this.runs = config.role !== 'api';
  }

  onApplicationBootstrap(): void {
    if (this.runs) this.sweeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
  }

  private async sweep(): Promise<number> {
    const mail = await this.outbox.take();
    if (!mail) return LONGEST_SLEEP_MS;
    try {
      const composed = await this.outbox.compose(mail);
      if (!composed) {
        await this.outbox.dropped(mail.id);
        return 0;
      }
      await this.transport.send(mail, composed);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn(`Mail ${mail.id} could not be sent: ${reason}`);
      const delayMs = isFinal(error) ? null : (DELAYS_MS[mail.attempt - 1] ?? null);
      await this.outbox.failed(mail.id, reason, delayMs);
      return 0;
    }
    await this.outbox.sent(mail.id);
    return 0;
  }
}

/** The server takes no mail for this address, and says that waiting changes nothing: RFC 5321, 4.2.1. */
function isFinal(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode >= 500;
}
