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
import { KeyedMutex } from '../../async/keyed-mutex.js';
import { Page, MAX_PAGE_BYTES } from '../../tenancy/page.js';
import { listCsvColumns } from '../contract/csv-columns.js';
import { formatCsvRow } from '../contract/csv-text.js';
import { yieldToEventLoop } from '../contract/request-signal.js';
import { MAX_LIMIT } from '../contract/list.js';
import { JSON_TYPES } from '../contract/shapes.js';
import { invalidParam } from '../errors/api-error.js';
import { formatCsvLines } from './csv-lines.js';
import { assertClientConnected } from './response-close.js';

/** As many as a file that is imported may have. */
const MAX_ROWS = 10_000;
/** Rows of the first part, of which nobody knows what they weigh. */
const FIRST_CHUNK_ROWS = 5;
/** How many times as many as the part before may the next one have: light rows may stand before heavy ones. */
const MAX_GROWTH_FACTOR = 5;
/** One part at a time of all the files that an organization fetches at once, from the query to the text: it may be heavy. */
const chunkMutex = new KeyedMutex<number | undefined>();

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
    return isCsvRequested(request) ? from(this.buildFile(context, request, next)) : next.handle();
  }

  private async buildFile(context: ExecutionContext, request: Request, next: CallHandler): Promise<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    const query = { ...request.query };
    const { caller } = request as Request & { caller?: { organizationId: number } };
    if ('ending_before' in query)
      throw invalidParam('ending_before', 'ending_before is not supported by a list as CSV.');
    let columns: string[] | undefined;
    const read = async (changed: object): Promise<unknown> => {
      const value = { ...query, ...changed };
      if (this.paged) Object.defineProperty(request, 'query', { value, configurable: true });
      return chunkMutex.runExclusive(caller?.organizationId, async () => {
        await yieldToEventLoop();
        assertClientConnected(response);
        const page: unknown = await lastValueFrom(next.handle());
        if (!(page instanceof Page)) return page;
        const { data, hasMore } = page as Page<Row>;
        columns ??= listCsvColumns(this.operationId, data[0]);
        return new CsvChunk(await formatCsvLines(data, columns), data.length, toCursor(data.at(-1)), hasMore);
      });
    };
    const first = await read({ limit: computeFirstLimit(query.limit) });
    if (!(first instanceof CsvChunk)) return first;
    response.vary('Accept');
    const most = 'limit' in query ? Number(query.limit) : MAX_ROWS;
    const text = streamChunks(formatCsvRow(columns!), first, this.paged ? most : 0, read);
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
class CsvChunk {
  constructor(
    readonly lines: string,
    readonly rows: number,
    /** Where the next part begins. */
    readonly lastId: string,
    readonly hasMore: boolean,
  ) {}

  /** How many rows like these a part may have. */
  maxRows(): number {
    return Math.max(1, Math.floor((MAX_PAGE_BYTES * this.rows) / this.lines.length));
  }
}

function toCursor(row: Row | undefined): string {
  return String(row?.id ?? row?.customer_id);
}

/** A limit that isn't one is left to the list to refuse. */
function computeFirstLimit(limit: unknown): unknown {
  if (limit === undefined) return String(FIRST_CHUNK_ROWS);
  const fits = typeof limit === 'string' && /^\d{1,3}$/.test(limit) && Number(limit) <= MAX_LIMIT;
  return fits ? String(Math.min(FIRST_CHUNK_ROWS, Number(limit))) : limit;
}

async function* streamChunks(
  header: string,
  part: CsvChunk,
  most: number,
  read: (query: object) => Promise<unknown>,
): AsyncGenerator<string> {
  yield header + part.lines;
  for (let rows = part.rows; part.hasMore && rows < most; rows += part.rows) {
    const limit = Math.min(MAX_LIMIT, most - rows, part.rows * MAX_GROWTH_FACTOR, part.maxRows());
    part = (await read({ limit: String(limit), starting_after: part.lastId })) as CsvChunk;
    yield part.lines;
  }
}

function isCsvRequested(request: Request): boolean {
  const { accept = '' } = request.headers;
  return /text\/csv/i.test(accept) && request.accepts([...JSON_TYPES, 'text/csv']) === 'text/csv';
}
