import { Readable } from 'node:stream';
import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { Turns } from '../../async/turns.js';
import { Page, PAGE_BYTES } from '../../tenancy/page.js';
import { csvColumns } from '../contract/csv-columns.js';
import { csvRow } from '../contract/csv-text.js';
import { othersFirst } from '../contract/leaving.js';
import { MAX_LIMIT } from '../contract/list.js';
import { JSON_TYPES } from '../contract/shapes.js';
import { invalidParam } from '../errors/api-error.js';
import { recordsAsCsv } from './csv-lines.js';
import { refuseGone } from './when-over.js';

/** As many as a file that is imported may have. */
const MAX_ROWS = 10_000;
/** Rows of the first part, of which nobody knows what they weigh. */
const FIRST_ROWS = 5;
/** How many times as many as the part before may the next one have: light rows may stand before heavy ones. */
const GROWTH = 5;
/** One part at a time of all the files that an organization fetches at once, from the query to the text: it may be heavy. */
const parts = new Turns<number | undefined>();

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
    let columns: string[] | undefined;
    const read = async (changed: object): Promise<unknown> => {
      const value = { ...query, ...changed };
      if (this.paged) Object.defineProperty(request, 'query', { value, configurable: true });
      return parts.run(caller?.organizationId, async () => {
        await othersFirst();
        refuseGone(response);
        const page: unknown = await lastValueFrom(next.handle());
        if (!(page instanceof Page)) return page;
        const { data, hasMore } = page as Page<Row>;
        columns ??= csvColumns(this.operationId, data[0]);
        return new Part(await recordsAsCsv(data, columns), data.length, idOf(data.at(-1)), hasMore);
      });
    };
    const first = await read({ limit: firstLimit(query.limit) });
    if (!(first instanceof Part)) return first;
    response.vary('Accept');
    const most = 'limit' in query ? Number(query.limit) : MAX_ROWS;
    const text = textOf(csvRow(columns!), first, this.paged ? most : 0, read);
    const name = request.path.split('/').findLast(Boolean);
    const file = new StreamableFile(Readable.from(text), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: `attachment; filename="${name}.csv"`,
    });
    // What breaks off must not look whole.
    return file.setErrorHandler(() => response.destroy());
  }
}

interface Row {
  id?: unknown;
  customer_id?: unknown;
}

/** Some rows of a file. */
class Part {
  constructor(
    readonly lines: string,
    readonly rows: number,
    /** Where the next part begins. */
    readonly last: string,
    readonly hasMore: boolean,
  ) {}

  /** How many rows like these a part may have. */
  room(): number {
    return Math.max(1, Math.floor((PAGE_BYTES * this.rows) / this.lines.length));
  }
}

function idOf(row: Row | undefined): string {
  return String(row?.id ?? row?.customer_id);
}

/** A limit that isn't one is left to the list to refuse. */
function firstLimit(limit: unknown): unknown {
  if (limit === undefined) return String(FIRST_ROWS);
  const fits = typeof limit === 'string' && /^\d{1,3}$/.test(limit) && Number(limit) <= MAX_LIMIT;
  return fits ? String(Math.min(FIRST_ROWS, Number(limit))) : limit;
}

async function* textOf(
  header: string,
  part: Part,
  most: number,
  read: (query: object) => Promise<unknown>,
): AsyncGenerator<string> {
  yield header + part.lines;
  for (let rows = part.rows; part.hasMore && rows < most; rows += part.rows) {
    const limit = Math.min(MAX_LIMIT, most - rows, part.rows * GROWTH, part.room());
    part = (await read({ limit: String(limit), starting_after: part.last })) as Part;
    yield part.lines;
  }
}

function wantsCsv(request: Request): boolean {
  const { accept = '' } = request.headers;
  return /text\/csv/i.test(accept) && request.accepts([...JSON_TYPES, 'text/csv']) === 'text/csv';
}
