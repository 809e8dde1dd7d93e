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
  ['few heavy records at a time', 240_000, { limit: '11' }, ['5', '4', '2']],
  ['a record heavier than a part alone', 1_500_000, { limit: '8' }, ['5', '1', '1', '1']],
  ['more of light ones from part to part', 10, { limit: '100' }, ['5', '25', '70']],
  ['no more than are wanted', 10, { limit: '3' }, ['3']],
])('asks for %s', async (_, weight, query, expected) => {
  const { file, limits } = await fileOf(weight, query);
  const text = (await file.toArray()).join('');
  expect(limits).toEqual(expected);
  expect(text.split('\r\n')).toHaveLength(Number(query.limit) + 2);
});

it('leaves what is no limit to the list to refuse', async () => {
  expect((await fileOf(1, { limit: '1e1' })).limits).toEqual(['1e1']);
  expect((await fileOf(1, { limit: '101' })).limits).toEqual(['101']);
});

it('makes no more than its client takes', async () => {
  const { file, limits } = await fileOf(240_000);
  const nobodyReads = file.pipe(new Writable({ write: () => undefined }));
  for (let turn = 0; turn < 100; turn++) await others();
  expect(limits.length).toBeLessThanOrEqual(4);
  file.unpipe(nobodyReads).destroy();
});
