import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { logRowsLost } from '../metrics.js';
import { MAX_BUFFERED_ROWS, WriteBuffer } from './write-buffer.js';

const TENANT = { organizationId: 1, mode: 'test' } as const;

describe('a write buffer', () => {
  const insert = jest.fn<(tenant: object, rows: number[]) => Promise<void>>();
  let buffer: WriteBuffer<number>;
  let logged: string[];

  beforeEach(() => {
    logged = [];
    const logger = new Logger('Test');
    jest.spyOn(logger, 'error').mockImplementation((line: string) => void logged.push(line));
    jest.spyOn(logger, 'log').mockImplementation((line: string) => void logged.push(line));
    insert.mockReset().mockResolvedValue();
    logRowsLost.reset();
    buffer = new WriteBuffer({ log: 'requests', what: 'requests', logger }, insert);
  });
  afterEach(() => buffer.close());

  async function countLost(): Promise<number> {
    const { values } = await logRowsLost.get();
    return values.find(({ labels }) => labels.log === 'requests')?.value ?? 0;
  }

  it('counts and logs the rows that it drops because it is full', async () => {
    for (let row = 0; row < MAX_BUFFERED_ROWS + 3; row++) buffer.add(TENANT, row);
    expect(await countLost()).toBe(3);
    await buffer.flush();
    expect(insert.mock.calls.map(([, rows]) => rows.length)).toEqual([MAX_BUFFERED_ROWS]);
    expect(logged).toEqual([
      'storing requests: 2000 rows wait for the database',
      expect.stringMatching(/^storing requests: recovered after \d+ s, failures: 3$/),
    ]);
  });

  it('counts the rows of a failed write', async () => {
    insert.mockRejectedValueOnce(new Error('disk full'));
    buffer.add(TENANT, 1);
    buffer.add(TENANT, 2);
    await buffer.flush();
    expect(await countLost()).toBe(2);
    buffer.add(TENANT, 3);
    await buffer.flush();
    expect(await countLost()).toBe(2);
  });

  it('counts a row that arrives after it is closed', async () => {
    await buffer.close();
    buffer.add(TENANT, 1);
    expect(await countLost()).toBe(1);
  });
});
