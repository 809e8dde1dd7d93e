import { Writable, type Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { ExecutionContext, StreamableFile } from '@nestjs/common';
import { lastValueFrom, of } from 'rxjs';
import { Page } from '../../tenancy/page.js';
import { CsvInterceptor } from './csv.interceptor.js';

/** A file of an endless list of records of this weight, and the limits that the list was asked for. */
async function fileOf(
  weight: number,
  query: Record<string, string> = {},
): Promise<{ file: Readable; limits: string[] }> {
  const limits: string[] = [];
  const request = {
    headers: { accept: 'text/csv' },
    accepts: () => 'text/csv',
    path: '/things',
    query,
    caller: { organizationId: 1 },
  };
  const response = { closed: false, vary: () => undefined, destroy: () => undefined };
  const context = { switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }) };
  const handle = () => {
    const { limit = '' } = request.query;
    limits.push(limit);
    const data = Array.from({ length: Number(limit) }, (_, id) => ({ id, text: 'x'.repeat(weight) }));
    return of(new Page(data, true));
  };
  const interceptor = new CsvInterceptor('listThings', true);
  const answer = interceptor.intercept(context as unknown as ExecutionContext, { handle });
  return { file: ((await lastValueFrom(answer)) as StreamableFile).getStream(), limits };
}

it.each<[string, number, Record<string, string>, string[]]>([
  ['small pages of heavy records', 240_000, { limit: '11' }, ['5', '4', '2']],
  ['single records that exceed the chunk size', 1_500_000, { limit: '8' }, ['5', '1', '1', '1']],
  ['growing pages of light records', 10, { limit: '100' }, ['5', '25', '70']],
  ['no more records than the limit', 10, { limit: '3' }, ['3']],
])('requests %s', async (_, weight, query, expected) => {
  const { file, limits } = await fileOf(weight, query);
  const text = (await file.toArray()).join('');
  expect(limits).toEqual(expected);
  expect(text.split('\r\n')).toHaveLength(Number(query.limit) + 2);
});

it('passes an invalid limit on to the list, which rejects it', async () => {
  expect((await fileOf(1, { limit: '1e1' })).limits).toEqual(['1e1']);
  expect((await fileOf(1, { limit: '101' })).limits).toEqual(['101']);
});

it('reads no more pages than its client consumes', async () => {
  const { file, limits } = await fileOf(240_000);
  const nobodyReads = file.pipe(new Writable({ write: () => undefined }));
  for (let turn = 0; turn < 100; turn++) await others();
  expect(limits.length).toBeLessThanOrEqual(4);
  file.unpipe(nobodyReads).destroy();
});
