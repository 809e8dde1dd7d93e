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

/** Counted by the process since it began: only what a test adds is its own. */
async function attempts(outcome: string): Promise<number> {
  const { text } = await app.client().get('/metrics');
  return Number(new RegExp(`\\nlading_mail_attempts_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)![1]);
}

const ofMail = (): string[] => said.filter((line) => /mail/i.test(line));

it('a mail server that is away is counted with each mail, and told of once until it is back', async () => {
  const [sent, failed] = [await attempts('sent'), await attempts('failed')];
  mailbox.rejection = 'The server is ill';
  await mails(3);
  await eventually(async () => (await attempts('failed')) === failed + 3);
  expect(ofMail()).toEqual([expect.stringMatching(/^error sending mails: .*The server is ill/)]);
  mailbox.rejection = undefined;
  await app.sql.query('UPDATE mails SET next_attempt_at = now()');
  await eventually(async () => (await attempts('sent')) === sent + 3);
  expect(ofMail().slice(1)).toEqual([
    expect.stringMatching(/^log sending mails: works again after \d+ s, failures: 3$/),
  ]);
  expect(await attempts('failed')).toBe(failed + 3);
});

it('an address that does not exist is no outage: the mail is given up, by its number', async () => {
  const refused = await attempts('refused');
  const failed = await attempts('failed');
  mailbox.rejectsRecipients = true;
  await mails(1);
  await eventually(async () => (await attempts('refused')) === refused + 1);
  expect(await attempts('failed')).toBe(failed);
  const [{ id }] = await app.sql.query('SELECT id FROM mails');
  expect(ofMail()).toEqual([
    expect.stringMatching(new RegExp(`^warn Gave up on mail ${id} after 1 attempt: .*No such mailbox`)),
  ]);
});

it('a mail is given up with a line of its own, however long the outage', async () => {
  mailbox.rejection = 'The server is ill';
  await mails(1, 6);
  await eventually(() => ofMail().some((line) => /^warn Gave up on mail \d+ after 7 attempts: /.test(line)));
  await eventually(
    async () => (await app.sql.query('SELECT FROM mails WHERE next_attempt_at IS NULL')).length === 1,
  );
});
