import { chmodSync, mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import type { Config } from '../../config/config.js';
import { MailTransport } from './mail-transport.js';

it('writes mails to files that other users of the machine cannot read, also in an older folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-mail-'));
  const folder = join(dataDir, 'mail');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const transport = new MailTransport({ mail: { from: 'a@b.example' }, dataDir } as Config);
  await transport.send(
    { id: 1, recipient: 'c@d.example' },
    { subject: 'Sign in', text: '', attachments: [] },
  );
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(join(folder, '1.eml'))).toBe(0o600);
});
