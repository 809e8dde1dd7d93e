import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../../config/config.js';
import { buildLoggerOptions } from './logging.js';

describe('log lines', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-logging-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it.each([
    ['for eyes on a terminal', true, expect.objectContaining({ target: 'pino-pretty' })],
    ['JSON everywhere else', false, undefined],
  ])('are %s', (_, terminal, transport) => {
    const { pinoHttp } = buildLoggerOptions(new Config({ DATA_DIR: dataDir }), terminal);
    expect(pinoHttp).toMatchObject({ level: 'info' });
    expect((pinoHttp as { transport?: unknown }).transport).toEqual(transport);
  });
});
