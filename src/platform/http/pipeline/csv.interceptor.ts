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
import { Page, MAX_PAGE_BYTES } from '../../tenancy/page.js';
import { listCsvColumns } from '../contract/csv-columns.js';
import { formatCsvRow } from '../contract/csv-text.js';
import { yieldToEventLoop, assertClientConnected } from '../contract/request-signal.js';
import { MAX_LIMIT } from '../contract/list.js';
import { JSON_TYPES } from '../contract/shapes.js';
import { invalidParam } from '../errors/api-error.js';
import { formatCsvLines } from './csv-lines.js';
import { runFileTask } from './file-queue.js';
import { getRequestContext } from './request-context.js';

/** The same limit as for imported files. */
const MAX_ROWS = 10_000;
/** The size of these rows decides how many the next chunk may have. */
const FIRST_CHUNK_ROWS = 5;
/** Limits how much a chunk may grow, because light rows may precede heavy ones. */
const MAX_GROWTH_FACTOR = 5;

/**
 * Returns a list as CSV if `Accept` prefers it. Calls the handler page by page, so filters, scopes and fields are those
 * of the JSON list and memory holds one page. `limit` then limits the rows of the file.
 */
@Injectable()
export class CsvInterceptor implements NestInterceptor {
  /** @param paged false if the list accepts no cursor */
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
    const scope = getRequestContext();
    if (scope) scope.statementMs = undefined;
    const query = { ...request.query };
    const { caller } = request as Request & { caller?: { organizationId: number } };
    if ('ending_before' in query)
      throw invalidParam('ending_before', 'ending_before is not supported for CSV. Use starting_after.');
    let columns: string[] | undefined;
    const read = async (cursor: object): Promise<unknown> => {
      const value = { ...query, ...cursor };
      if (this.paged) Object.defineProperty(request, 'query', { value, configurable: true });
      return runFileTask(caller?.organizationId, columns === undefined, async () => {
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
    const maxRows = 'limit' in query ? Number(query.limit) : MAX_ROWS;
    const text = streamChunks(formatCsvRow(columns!), first, this.paged ? maxRows : 0, read);
    const name = request.path.split('/').findLast(Boolean);
    const file = new StreamableFile(Readable.from(text), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: `attachment; filename="${name}.csv"`,
    });
    // An incomplete file must not look complete.
    return file.setErrorHandler(() => response.destroy());
  }
}

interface Row {
  id?: unknown;
  customer_id?: unknown;
}

class CsvChunk {
  constructor(
    readonly lines: string,
    readonly rows: number,
    readonly lastId: string,
    readonly hasMore: boolean,
  ) {}

  maxNextRows(): number {
    return Math.max(1, Math.floor((MAX_PAGE_BYTES * this.rows) / this.lines.length));
  }
}

function toCursor(row: Row | undefined): string {
  return String(row?.id ?? row?.customer_id);
}

/** Leaves an invalid limit for the list to reject. */
function computeFirstLimit(limit: unknown): unknown {
  if (limit === undefined) return String(FIRST_CHUNK_ROWS);
  const fits = typeof limit === 'string' && /^\d{1,3}$/.test(limit) && Number(limit) <= MAX_LIMIT;
  return fits ? String(Math.min(FIRST_CHUNK_ROWS, Number(limit))) : limit;
}

async function* streamChunks(
  header: string,
  chunk: CsvChunk,
  maxRows: number,
  read: (query: object) => Promise<unknown>,
): AsyncGenerator<string> {
  yield header + chunk.lines;
  for (let rows = chunk.rows; chunk.hasMore && rows < maxRows; rows += chunk.rows) {
    const limit = Math.min(MAX_LIMIT, maxRows - rows, chunk.rows * MAX_GROWTH_FACTOR, chunk.maxNextRows());
    chunk = (await read({ limit: String(limit), starting_after: chunk.lastId })) as CsvChunk;
    yield chunk.lines;
  }
}

function isCsvRequested(request: Request): boolean {
  const { accept = '' } = request.headers;
  return /text\/csv/i.test(accept) && request.accepts([...JSON_TYPES, 'text/csv']) === 'text/csv';
}
