import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter, TransportOptions } from 'nodemailer';
import { Config } from '../../config/config.js';
import type { ComposedMail, LeasedMail } from './mail-outbox.js';

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Sends mails over SMTP. Without `SMTP_URL` it writes each mail to a file in `DATA_DIR/mail`. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private smtp: Promise<Transporter> | undefined;
  private readonly smtpUrl: string | undefined;
  private readonly folder: string;
  private readonly from: string;

  constructor({ mail, dataDir }: Config) {
    this.from = mail.from;
    this.folder = join(dataDir, 'mail');
    this.smtpUrl = mail.smtpUrl;
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.smtp)?.close();
  }

  /** Connects and signs in to the mail server. @throws the server's error */
  async verify(): Promise<void> {
    await (await this.getTransporter()).verify();
  }

  /** Gives a mail the same Message-ID in every attempt, so that mail clients show a repeated mail once. */
  async send({ id, recipient }: Pick<LeasedMail, 'id' | 'recipient'>, mail: ComposedMail): Promise<void> {
    const to = { name: '', address: recipient };
    const message = { ...mail, from: this.from, to, messageId: `<mail-${id}@lading>` };
    if (this.smtpUrl) await (await this.getTransporter()).sendMail(message);
    else await this.writeToFile(id, message);
  }

  private getTransporter(): Promise<Transporter> {
    return (this.smtp ??= createTransporter({ url: this.smtpUrl, ...TIMEOUTS }));
  }

  private async writeToFile(id: number, message: object): Promise<void> {
    const composer = await createTransporter({ streamTransport: true, buffer: true, newline: 'unix' });
    const { message: bytes } = (await composer.sendMail(message)) as { message: Buffer };
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // The folder may be older than this mode. Its mails contain sign-in links.
    await chmod(this.folder, 0o700);
    const file = join(this.folder, `${id}.eml`);
    await writeFile(`${file}.part`, bytes, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }
}

/** Loads nodemailer with the first mail. */
async function createTransporter(options: object): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(options as TransportOptions);
}
