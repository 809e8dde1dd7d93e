import { Readable } from 'node:stream';
import { setImmediate as othersFirst } from 'node:timers/promises';
import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Page } from '../../tenancy/page.js';
import { Turns } from '../../tenancy/turns.js';
import { csvCell, csvColumns } from '../contract/csv-columns.js';
import { csvRow } from '../contract/csv-text.js';
import { MAX_LIMIT } from '../contract/list.js';
import { JSON_TYPES } from '../contract/shapes.js';
import { invalidParam } from '../errors/api-error.js';

/** As many as a file that is imported may have. */
const MAX_ROWS = 10_000;
/** One page at a time of all the files that an organization fetches at once: a page may be heavy. */
const pages = new Turns<number | undefined>();

/**
 * A list as CSV where the client's `Accept` prefers it: the handler is asked page by page, so that filters, scopes and
 * fields are the list's, and no more than a page is held. `limit` is then the number of rows.
 */
@Injectable()
export class CsvInterceptor implements NestInterceptor {
  /** @param operationId whose list it is. @param paged whether it takes a cursor */
  constructor(
    private readonly operationId: string,
    private readonly paged: boolean,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    return wantsCsv(request) ? from(this.file(context, request, next)) : next.handle();
  }

  private async file(context: ExecutionContext, request: Request, next: CallHandler): Promise<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    const query = { ...request.query };
    const { caller } = request as Request & { caller?: { organizationId: number } };
    if ('ending_before' in query)
      throw invalidParam('ending_before', 'ending_before is not supported by a list as CSV.');
    const page = async (cursor: object): Promise<unknown> => {
      const value = { limit: String(MAX_LIMIT), ...query, ...cursor };
      if (this.paged) Object.defineProperty(request, 'query', { value, configurable: true });
      return pages.run(caller?.organizationId, async () => {
        await othersFirst();
        return lastValueFrom(next.handle()) as Promise<unknown>;
      });
    };
    const first = await page({});
    if (!(first instanceof Page)) return first;
    response.vary('Accept');
    const columns = csvColumns(this.operationId, (first.data as object[])[0]);
    const most = 'limit' in query ? Number(query.limit) : MAX_ROWS;
    const rows = this.paged ? allRows(first, columns, most, page) : rowsOf(first, columns);
    const name = request.path.split('/').findLast(Boolean);
    const file = new StreamableFile(Readable.from(rows), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: `attachment; filename="${name}.csv"`,
    });
    // What breaks off must not look whole.
    return file.setErrorHandler(() => response.destroy());
  }
}

function* rowsOf({ data }: Page<unknown>, columns: string[]): Generator<string> {
  yield csvRow(columns) + linesOf(data, columns);
}

async function* allRows(
  first: Page<unknown>,
  columns: string[],
  most: number,
  next: (query: object) => Promise<unknown>,
): AsyncGenerator<string> {
  yield* rowsOf(first, columns);
  let page = first;
  // A page of heavy records ends before its limit.
  for (let rows = first.data.length; page.hasMore && rows < most; rows += page.data.length) {
    const last = page.data.at(-1) as { id?: unknown; customer_id?: unknown };
    const limit = String(Math.min(MAX_LIMIT, most - rows));
    page = (await next({ limit, starting_after: String(last.id ?? last.customer_id) })) as Page<unknown>;
    yield linesOf(page.data, columns);
  }
}

function linesOf(data: unknown[], columns: string[]): string {
  return data.map((record) => csvRow(columns.map((column) => csvCell(record as object, column)))).join('');
}

function wantsCsv(request: Request): boolean {
  const { accept = '' } = request.headers;
  return /text\/csv/i.test(accept) && request.accepts([...JSON_TYPES, 'text/csv']) === 'text/csv';
}
