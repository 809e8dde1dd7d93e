import { Global, Module } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Printer } from './printer.js';
import { RemotePrinter } from './remote-printer.js';
import { DocumentRenderer } from './renderer.js';

/** Where another process prints, nothing of a browser is loaded. */
async function printerOf({ browser, render }: Config): Promise<Printer> {
  if (render) return new RemotePrinter({ ...browser, ...render });
  const { Browser } = await import('./browser.js');
  return new Browser(browser);
}

@Global()
@Module({
  providers: [{ provide: Printer, inject: [Config], useFactory: printerOf }, DocumentRenderer],
  exports: [Printer, DocumentRenderer],
})
export class DocumentsModule {}
