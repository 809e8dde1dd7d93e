import { StreamableFile } from '@nestjs/common';

/** Returned by a POST handler that found an existing resource: the status is 200 instead of 201. */
export class Existing<T> {
  constructor(readonly resource: T) {}
}

/** Returns a PDF response named `<name>.pdf` that browsers display inline. */
export async function pdfFile(pdf: Buffer | Promise<Buffer>, name: string): Promise<StreamableFile> {
  return new StreamableFile(await pdf, {
    type: 'application/pdf',
    disposition: `inline; filename="${name}.pdf"`,
  });
}
