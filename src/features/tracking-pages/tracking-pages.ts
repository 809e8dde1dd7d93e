import { Injectable } from '@nestjs/common';
import {
  FreightDocumentsService,
  type DocumentFile,
} from '../freight/documents/freight-documents.service.js';
import { Shipments } from '../freight/record/shipments.js';
import { PageTokens } from './page-tokens.js';
import { StopTokens } from './stop-tokens.js';
import { missingPage, stopPage, stoppedPage, trackingPage, type HtmlPage } from './tracking-page-html.js';
import { TrackingSheets } from './tracking-sheet.js';

/** What the links of shipments and of their mails show. Looking changes nothing. */
@Injectable()
export class TrackingPages {
  constructor(
    private readonly tokens: PageTokens,
    private readonly stops: StopTokens,
    private readonly shipments: Shipments,
    private readonly sheets: TrackingSheets,
    private readonly documents: FreightDocumentsService,
  ) {}

  async show(token: string): Promise<HtmlPage> {
    const found = await this.tokens.find(token);
    if (!found) return missingPage();
    const { freightId, pod } = found.link;
    const sheet = await this.sheets.of(found, await this.shipments.get(found, freightId));
    const proof = pod ? await this.sheets.proofOf(found, freightId) : null;
    return trackingPage(sheet, proof && `${token}/pod`);
  }

  /** The proof of delivery; null where there is none to be seen. */
  async proof(token: string): Promise<DocumentFile | null> {
    const found = await this.tokens.find(token);
    const proof = found?.link.pod ? await this.sheets.proofOf(found, found.link.freightId) : null;
    return proof && this.documents.fileOf(proof);
  }

  /** @param pressed whether it was asked for, not only looked at */
  async stop(token: string, pressed: boolean): Promise<HtmlPage> {
    const found = await this.stops.find(token);
    if (!found) return missingPage();
    if (pressed) await this.stops.stop(found);
    const shipper = await this.sheets.shipper(found);
    return pressed || found.stopped ? stoppedPage(found.email, shipper) : stopPage(found.email, shipper);
  }
}
