import { ApiError, invalidParam, type FieldError } from '../errors/api-error.js';
import type { FileRow } from '../contract/csv-file.js';
import { invalidFile } from '../contract/csv-records.js';
import { yieldToEventLoop } from '../contract/request-signal.js';
import { DtoValidationPipe } from './dto-validation.pipe.js';

const ROWS_PER_TURN = 20;

const pipe = new DtoValidationPipe();

/** Validates values that arrive in a file as if they were a request body. @throws ApiError invalid_value and others */
export async function validateBody<Body extends object>(dto: new () => Body, body: object): Promise<Body> {
  return (await pipe.transform(body, { type: 'body', metatype: dto })) as Body;
}

/**
 * Validates each row as if it were a request body and calls `build` with it. Collects the faults of all rows.
 * @throws ApiError invalid_file naming each fault by row and column
 */
export async function validateRows<Body extends object, Result>(
  rows: FileRow[],
  dto: new () => Body,
  build: (body: Body, row: number) => Result | Promise<Result>,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  const faults: FieldError[] = [];
  for (const [index, { row, body }] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await yieldToEventLoop(signal);
    try {
      results.push(await build(await validateBody(dto, body), row));
    } catch (error) {
      faults.push(...toRowErrors(error, row));
    }
  }
  if (faults.length > 0) throw invalidFile(faults);
  return results;
}

function toRowErrors(error: unknown, row: number): FieldError[] {
  if (!(error instanceof ApiError) || error.spec.status !== 400) throw error;
  const { param, errors = [{ ...(param !== undefined && { param }), message: error.message }] } =
    error.details;
  return errors.map(({ param: column, message }) => ({
    row,
    ...(column !== undefined && { column }),
    message,
  }));
}

/** Returns a check that rejects a value of an earlier row; null never repeats. @throws ApiError invalid_value */
export function createDuplicateCheck(column: string): (value: string | null, row: number) => void {
  const rows = new Map<string, number>();
  return (value, row) => {
    if (value === null) return;
    const earlier = rows.get(value);
    if (earlier !== undefined) throw invalidParam(column, `${column} repeats the value of row ${earlier}.`);
    rows.set(value, row);
  };
}
