import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A body that is a file of rates. */
export const RATES_FILE = {
  types: ['text/csv', XLSX_TYPE],
  maxBytes: 50 * 1024 * 1024,
  what: 'The file',
  atOnce: 2,
};

/** A CSV file as a download with a name of its own. One that breaks off must not look like a whole one. */
export function buildCsvDownload(rows: Readable, name: string): StreamableFile {
  const file = new StreamableFile(rows, {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
  return file.setErrorHandler((_error, response) => (response as unknown as Response).destroy());
}
