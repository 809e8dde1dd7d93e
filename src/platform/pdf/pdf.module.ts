import { Global, Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Printer } from './printer.js';
import { RemotePrinter } from './remote-printer.js';
import { DocumentRenderer } from './document-renderer.js';

/** Does not load the browser code if another process prints. */
async function createPrinter({ browser, render }: Config): Promise<Printer> {
  if (render) return new RemotePrinter({ ...browser, ...render });
  const { ChromiumPrinter } = await import('./chromium-printer.js');
  return new ChromiumPrinter(browser);
}

@Global()
@Module({
  providers: [{ provide: Printer, inject: [Config], useFactory: createPrinter }, DocumentRenderer],
  exports: [Printer, DocumentRenderer],
})
export class PdfModule {}
