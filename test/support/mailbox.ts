import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { eventually } from './eventually.js';

/** A mail as the server received it. */
export interface ReceivedMail {
  /** The recipients of the SMTP envelope. */
  recipients: string[];
  headers: string;
  text: string;
  attachments: { headers: string; bytes: Buffer }[];
}

/** A mail server on loopback that stores the mails it receives. */
export class Mailbox {
  readonly mails: ReceivedMail[] = [];
  /** If set, the server rejects mails with this text. */
  rejection: string | undefined;
  /** If true, the server rejects every recipient. */
  rejectsRecipients = false;
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(
        this.rejectsRecipients ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null,
      ),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (this.rejection) return done(new Error(this.rejection));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        this.mails.push({ recipients, ...parseMail(Buffer.concat(chunks).toString('latin1')) });
        return done();
      });
    },
  });

  private constructor() {
    this.server.on('error', () => undefined);
  }

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox();
    mailbox.server.listen(0, '127.0.0.1');
    await once(mailbox.server.server, 'listening');
    return mailbox;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Returns the next mail to this address that no earlier call has returned. */
  async waitForMail(recipient: string): Promise<ReceivedMail> {
    const { found } = (await eventually(() => {
      const found = this.mails.findIndex(({ recipients }) => recipients.includes(recipient));
      return found < 0 ? undefined : { found };
    }))!;
    return this.mails.splice(found, 1)[0]!;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

interface MimePart {
  headers: string;
  bytes: Buffer;
}

function parseMail(raw: string): Omit<ReceivedMail, 'recipients'> {
  const { headers, bytes } = parsePart(raw);
  const boundary = /boundary="?([^";\r\n]+)/.exec(headers)?.[1];
  const parts: MimePart[] = boundary
    ? bytes
        .toString('latin1')
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((text) => parsePart(text.trimStart()))
    : [{ headers, bytes }];
  const [text, ...attachments] = parts;
  return { headers, text: text!.bytes.toString('utf8'), attachments };
}

function parsePart(raw: string): MimePart {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  if (/^content-transfer-encoding: base64/im.test(headers))
    return { headers, bytes: Buffer.from(body, 'base64') };
  if (/^content-transfer-encoding: quoted-printable/im.test(headers)) {
    const text = body.replaceAll(/=\r\n/g, '');
    const decoded = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return { headers, bytes: Buffer.from(decoded, 'latin1') };
  }
  return { headers, bytes: Buffer.from(body, 'latin1') };
}
