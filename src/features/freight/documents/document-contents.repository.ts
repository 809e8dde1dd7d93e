import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { FreightDocumentContent } from './freight-document.entity.js';

/** Where the bytes of documents lie: in the database, so that a backup has them. Whoever asks has made sure whose they are. */
@Injectable()
export class DocumentContentsRepository {
  constructor(private readonly transactions: Transactions) {}

  async put(documentId: number, bytes: Buffer): Promise<void> {
    await this.transactions.manager.insert(FreightDocumentContent, { documentId, bytes });
  }

  async get(documentId: number): Promise<Buffer> {
    const { bytes } = await this.transactions.manager.findOneByOrFail(FreightDocumentContent, { documentId });
    return bytes;
  }
}
