import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { buildService } from '../support/build-if-stale.js';
import { createDatabase } from '../support/database.js';
import { simulateFullDisk } from '../support/full-disk.js';
import { CHILD_PROCESS_ENV } from '../support/clock-env.js';

interface Diagnosis {
  ok: boolean;
  findings: { check: string; result: string; message: string }[];
}

describe('the doctor', () => {
  const key = (): string => randomBytes(32).toString('base64');
  const mine = key();
  let dataDir: string;
  let url: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'lading-doctor-'));
    url = await createDatabase();
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  function doctor(env: Record<string, string>): { status: number | null; diagnosis: Diagnosis } {
    const { status, stdout } = spawnSync(process.execPath, [buildService('cli.js'), 'doctor', '--json'], {
      encoding: 'utf8',
      env: {
        ...CHILD_PROCESS_ENV,
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        ENCRYPTION_KEY: mine,
        CHROMIUM_PATH: process.env.CHROMIUM_PATH,
        ...env,
      },
    });
    return { status, diagnosis: JSON.parse(stdout) as Diagnosis };
  }

  const failures = ({ findings }: Diagnosis) => findings.filter(({ result }) => result === 'failed');

  it('reports no failures for a healthy service, and a missing worker', () => {
    const { status, diagnosis } = doctor({});
    expect(failures(diagnosis)).toEqual([]);
    expect([status, diagnosis.ok]).toEqual([0, true]);
    expect(diagnosis.findings.map(({ check }) => check)).toEqual([
      'settings',
      'database',
      'encryption key',
      'database writes',
      'clock',
      'worker',
      'papers',
    ]);
    expect(diagnosis.findings.find(({ check }) => check === 'worker')!.result).toBe('warning');
  });

  it('reports an invalid setting under its own check', () => {
    const { status, diagnosis } = doctor({ QUOTE_DEADLINE: '10' });
    expect([status, diagnosis.findings]).toEqual([
      1,
      [
        {
          check: 'settings',
          result: 'failed',
          message: 'QUOTE_DEADLINE: "10" is not a duration from 1ms to 1d',
        },
      ],
    ]);
  });

  it('warns about a misspelled setting, and names it beside an invalid one', () => {
    const hint = 'PICKUP_CUTOF is not a setting. Did you mean PICKUP_CUTOFF?';
    const { diagnosis } = doctor({ PICKUP_CUTOF: '12:00', PROCESS_ROLE: 'unknown' });
    expect(diagnosis.findings).toHaveLength(1);
    expect(diagnosis.findings[0]!.message).toMatch(
      /^PROCESS_ROLE: "unknown" is not one of .*\nPICKUP_CUTOF is not/,
    );
    const valid = doctor({ PICKUP_CUTOF: '12:00' });
    expect(valid.status).toBe(0);
    expect(valid.diagnosis.findings[0]).toEqual({ check: 'settings', result: 'warning', message: hint });
  });

  it('warns about an unreachable read replica', () => {
    const { status, diagnosis } = doctor({ DATABASE_READ_URL: 'postgres://me:secret@127.0.0.1:1/freight' });
    expect([status, diagnosis.ok]).toEqual([0, true]);
    expect(diagnosis.findings.find(({ check }) => check === 'read replica')).toEqual({
      check: 'read replica',
      result: 'warning',
      message: 'DATABASE_READ_URL: it cannot be reached. Lists are read from the primary.',
    });
  });

  it('reports an unreachable Redis and mail server', () => {
    const { status, diagnosis } = doctor({
      REDIS_URL: 'redis://me:secret@127.0.0.1:1',
      SMTP_URL: 'smtp://me:secret@127.0.0.1:1',
      PUBLIC_URL: 'http://localhost:3000',
    });
    expect(status).toBe(1);
    expect(diagnosis.findings.filter(({ check }) => ['Redis', 'mail'].includes(check))).toEqual([
      {
        check: 'Redis',
        result: 'warning',
        message:
          'REDIS_URL: connect ECONNREFUSED 127.0.0.1:1. Each process enforces rate limits independently, and jobs start later.',
      },
      {
        check: 'mail',
        result: 'failed',
        message: expect.stringMatching(/^SMTP_URL: .*ECONNREFUSED.*\. Emails stay queued\.$/),
      },
    ]);
    expect(JSON.stringify(diagnosis)).not.toContain('secret');
  });

  it('reports an invalid sign-in provider', () => {
    const { status, diagnosis } = doctor({
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'lading',
      OIDC_CLIENT_SECRET: 'hidden',
    });
    expect(failures(diagnosis)).toEqual([
      {
        check: 'sign-in provider',
        result: 'failed',
        message: expect.stringMatching(/^OIDC_ISSUER http:\/\/127\.0\.0\.1:9: (?!.*hidden)/),
      },
    ]);
    expect([status, diagnosis.ok]).toEqual([1, false]);
  });

  it('reports an encryption key that opens nothing', () => {
    const { status, diagnosis } = doctor({ ENCRYPTION_KEY: key() });
    expect([status, failures(diagnosis)]).toEqual([
      1,
      [{ check: 'encryption key', result: 'failed', message: expect.stringContaining('ENCRYPTION_KEY') }],
    ]);
  });

  it('reports a database that refuses connections', () => {
    const { status, diagnosis } = doctor({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/freight' });
    expect(status).toBe(1);
    expect(failures(diagnosis)).toEqual([
      {
        check: 'database',
        result: 'failed',
        message: expect.stringContaining('nothing is listening on this port'),
      },
    ]);
    expect(JSON.stringify(diagnosis)).not.toContain('secret');
  });

  it('reports a read-only database and exits', () => {
    const readOnly = new URL(url);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const { status, diagnosis } = doctor({ DATABASE_URL: readOnly.href });
    expect([status, failures(diagnosis)]).toEqual([
      1,
      [{ check: 'database', result: 'failed', message: 'read-only' }],
    ]);
  });

  it('reports a full disk although the database serves reads', async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    const makeRoom = await simulateFullDisk(client);
    try {
      const { status, diagnosis } = doctor({});
      expect([status, failures(diagnosis)]).toEqual([
        1,
        [{ check: 'database writes', result: 'failed', message: 'its disk is full' }],
      ]);
    } finally {
      await makeRoom();
      await client.end();
    }
  });

  it('reports a Chromium that cannot print', () => {
    const { diagnosis } = doctor({ CHROMIUM_PATH: '/bin/false' });
    expect(failures(diagnosis).map(({ check }) => check)).toEqual(['papers']);
  });
});
