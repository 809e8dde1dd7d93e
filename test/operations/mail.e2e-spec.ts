import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { startApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { Mailbox } from '../support/mailbox.js';

let app: TestApp;
let mailbox: Mailbox;
let organization: number;
let said: string[] = [];

beforeEach(async () => {
  for (const level of ['error', 'warn', 'log'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((text) => void said.push(`${level} ${text}`));
  mailbox = await Mailbox.open();
  app = await startApp({ SMTP_URL: mailbox.url });
  ({ id: organization } = await app.organization());
  said = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await app.close();
  await mailbox.close();
});

async function mails(count: number, attempted = 0): Promise<void> {
  await app.sql.query(
    `INSERT INTO mails (organization_id, recipient, subject, text, attempt_count)
     SELECT $1, 'ops@acme.example', 'Hello', 'There', $3 FROM generate_series(1, $2)`,
    [organization, count, attempted],
  );
}

/** Reads a counter of the process. Tests compare it with its previous value. */
async function attempts(outcome: string): Promise<number> {
  const { text } = await app.client().get('/metrics');
  return Number(new RegExp(`\\nlading_mail_attempts_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)![1]);
}

const ofMail = (): string[] => said.filter((line) => /mail/i.test(line));

it('an outage of the mail server is counted for each mail and logged once', async () => {
  const [sent, failed] = [await attempts('sent'), await attempts('failed')];
  mailbox.rejection = 'The server is ill';
  await mails(3);
  await eventually(async () => (await attempts('failed')) === failed + 3);
  expect(ofMail()).toEqual([expect.stringMatching(/^error sending email: .*The server is ill/)]);
  mailbox.rejection = undefined;
  await app.sql.query('UPDATE mails SET next_attempt_at = now()');
  await eventually(async () => (await attempts('sent')) === sent + 3);
  expect(ofMail().slice(1)).toEqual([
    expect.stringMatching(/^log sending email: recovered after \d+ s, failures: 3$/),
  ]);
  expect(await attempts('failed')).toBe(failed + 3);
});

it('a rejected recipient is logged by mail id and is not counted as an outage', async () => {
  const refused = await attempts('refused');
  const failed = await attempts('failed');
  mailbox.rejectsRecipients = true;
  await mails(1);
  await eventually(async () => (await attempts('refused')) === refused + 1);
  expect(await attempts('failed')).toBe(failed);
  const [{ id }] = await app.sql.query('SELECT id FROM mails');
  expect(ofMail()).toEqual([
    expect.stringMatching(new RegExp(`^warn Gave up on email ${id} after 1 attempt: .*No such mailbox`)),
  ]);
});

it('each mail that is given up gets its own log line, however long the outage', async () => {
  mailbox.rejection = 'The server is ill';
  await mails(1, 6);
  await eventually(() => ofMail().some((line) => /^warn Gave up on email \d+ after 7 attempts: /.test(line)));
  await eventually(
    async () => (await app.sql.query('SELECT FROM mails WHERE next_attempt_at IS NULL')).length === 1,
  );
});
