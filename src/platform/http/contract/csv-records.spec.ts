import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { parseCsvRecords, type CsvRecord } from './csv-records.js';

const MANY = 2_000_000;

async function read(file: string | Buffer, maxRows = MANY): Promise<CsvRecord[]> {
  const read: CsvRecord[] = [];
  for await (const records of parseCsvRecords(Buffer.from(file), maxRows)) read.push(...records);
  return read;
}

/** How often others are served while a file is read, and the most rows that are read between two turns of theirs. */
async function turnsBeside(file: string): Promise<{ turns: number; most: number }> {
  let [turns, most, now] = [0, 0, 0];
  let over = false;
  const others = (async () => {
    for (; !over; turns++) {
      await setImmediate();
      now = 0;
    }
  })();
  for await (const records of parseCsvRecords(Buffer.from(file), MANY)) {
    now += records.length;
    most = Math.max(most, now);
  }
  over = true;
  await others;
  return { turns, most };
}

describe('parseCsvRecords', () => {
  it('ends rows at LF, CRLF or CR outside quotes and numbers them with empty rows counted', async () => {
    expect(await read('\uFEFFa,b\r\n\r\n"1\n""2""",3\r\r4,"",\n""\n5')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 3, cells: ['1\n"2"', '3'] },
      { row: 5, cells: ['4', '', ''] },
      { row: 6, cells: [''] },
      { row: 7, cells: ['5'] },
    ]);
    expect(await read('')).toEqual([]);
    expect(await read('\n\n')).toEqual([]);
  });

  it('returns the same rows wherever the chunks of the file end', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => [`${at}`, `é"${'x'.repeat(at % 97)},\r\n`]);
    const text = rows.map(([number, words]) => `${number},"${words!.replace('"', '""')}"\r\n`).join('\n');
    expect(await read(text)).toEqual(rows.map((cells, at) => ({ row: 2 * at + 1, cells })));
  });

  it.each([
    ['commas', ','.repeat(10_000_000), 'Row 2: The row is longer than 64 KiB'],
    ['empty quoted cells', '"",'.repeat(1_000_000), 'Row 2: The row is longer than 64 KiB'],
    [
      'an unclosed quote over a million lines',
      `"${'\n'.repeat(1_000_000)}`,
      'Row 2: The row is longer than 64 KiB',
    ],
    ['too many cells', `,\n${','.repeat(256)}\n`, 'Row 3: The row has more than 256 cells'],
    ['an unclosed quote', '\n1,2\n"3,4\n5,6', 'Row 4: The row has malformed quotes'],
    ['a quote within a cell', '1,2\n3 "x",4\n5,6', 'Row 3: The row has malformed quotes'],
    ['text after a closing quote', '1,2\n"3" x,4\n5,6', 'Row 3: The row has malformed quotes'],
  ])('rejects %s by row and message', async (_name, rows, message) => {
    await expect(read(`a,b\n${rows}`)).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining(message),
    });
  });

  it('rejects invalid UTF-8 in any row', async () => {
    const file = Buffer.from(`a,b\r${'1,2\r\r'.repeat(10_000)}\xff`, 'latin1');
    await expect(read(file)).rejects.toThrow('Row 20002: The row is not valid UTF-8.');
  });

  it.each([
    ['rows', '1,2\n'],
    ['empty rows', '\r\n'],
  ])('rejects more than the maximum number of %s', async (_name, row) => {
    await read(`a,b\n${row.repeat(1_000)}`, 1_000);
    await expect(read(`a,b\n${row.repeat(1_001)}`, 1_000)).rejects.toMatchObject({
      code: 'payload_too_large',
      message: 'The file has more than 1,000 rows. Split it.',
    });
  });

  it.each([
    ['long rows', `${'x'.repeat(60_000)}\n`.repeat(20), 20],
    ['rows', `${'x'.repeat(50)}\n`.repeat(20_000), 60],
    ['short rows', 'x\n'.repeat(20_000), 100],
    ['empty rows', '\n'.repeat(1_000_000), 60],
    ['rows of commas', `${','.repeat(200)}\n`.repeat(5_000), 60],
  ])('yields to the event loop while it reads %s', async (_name, file, least) => {
    const { turns, most } = await turnsBeside(file);
    expect(turns).toBeGreaterThanOrEqual(least);
    expect(most).toBeLessThanOrEqual(200);
  });

  it('stops when the client disconnects', async () => {
    const leaving = new AbortController();
    const reading = parseCsvRecords(Buffer.from('x\n'.repeat(1_000)), MANY, leaving.signal);
    await reading.next();
    leaving.abort();
    await expect(reading.next()).rejects.toMatchObject({
      code: 'request_timeout',
      details: { transient: true },
    });
  });
});
