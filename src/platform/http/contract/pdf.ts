import { StreamableFile } from '@nestjs/common';

/** A PDF as a download with a name of its own; browsers show it in place. */
export async function pdfFile(pdf: Buffer | Promise<Buffer>, name: string): Promise<StreamableFile> {
  return new StreamableFile(await pdf, {
    type: 'application/pdf',
    disposition: `inline; filename="${name}.pdf"`,
  });
}
