import { Global, Module } from '@nestjs/common';
import { Config } from '../config.js';
import { Browser, BrowserSettings } from './browser.js';
import { DocumentRenderer } from './renderer.js';

@Global()
@Module({
  providers: [
    {
      provide: BrowserSettings,
      inject: [Config],
      useFactory: (config: Config): BrowserSettings => config.browser,
    },
    Browser,
    DocumentRenderer,
  ],
  exports: [Browser, DocumentRenderer],
})
export class DocumentsModule {}
