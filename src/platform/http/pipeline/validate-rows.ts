import { ApiError, invalidParam, type FieldError } from '../errors/api-error.js';
import type { FileRow } from '../contract/csv-file.js';
import { invalidFile } from '../contract/csv-records.js';
import { yieldToEventLoop } from '../contract/request-signal.js';
import { DtoValidationPipe } from './dto-validation.pipe.js';

/** Others are served after so many rows. */
const ROWS_PER_TURN = 20;

const pipe = new DtoValidationPipe();

/**
 * Each row of a file as the body that a request would have, and what is made of it; the faults of all rows are one
 * refusal, which says where each stands. @throws ApiError invalid_file
 */
export async function validateRows<Body extends object, Made>(
  rows: FileRow[],
  dto: new () => Body,
  make: (body: Body, row: number) => Made | Promise<Made>,
  leaving: AbortSignal,
): Promise<Made[]> {
  const made: Made[] = [];
  const faults: FieldError[] = [];
  for (const [index, { row, body }] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await yieldToEventLoop(leaving);
    try {
      const checked = (await pipe.transform(body, { type: 'body', metatype: dto })) as Body;
      made.push(await make(checked, row));
    } catch (error) {
      faults.push(...toRowErrors(error, row));
    }
  }
  if (faults.length > 0) throw invalidFile(faults);
  return made;
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

/** Refuses a value that stands in an earlier row already; null is no value. @throws ApiError invalid_value */
export function createDuplicateCheck(column: string): (value: string | null, row: number) => void {
  const rows = new Map<string, number>();
  return (value, row) => {
    if (value === null) return;
    const earlier = rows.get(value);
    if (earlier !== undefined) throw invalidParam(column, `${column} stands in row ${earlier} already.`);
    rows.set(value, row);
  };
}
