import { Injectable, StreamableFile } from '@nestjs/common';
import type { Caller } from '../../platform/auth/caller.js';
import { Transactions } from '../../platform/database/transactions.js';
import { Existing } from '../../platform/http/contract/handler-results.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import { toEdiDocumentDto, toEdiInterchangeDto } from './edi-interchange.mapper.js';
import type {
  EdiDocumentDto,
  EdiDocumentListQuery,
  EdiInterchangeDto,
  EdiInterchangeListQuery,
} from './edi-interchanges.dto.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import { ReceiveInterchangeCommand } from './receive-interchange.command.js';

export const EDI_MEDIA_TYPE = 'application/edi-x12';

@Injectable()
export class EdiInterchangesService {
  constructor(
    private readonly interchanges: EdiInterchangesRepository,
    private readonly documents: EdiDocumentsRepository,
    private readonly receiveInterchange: ReceiveInterchangeCommand,
    private readonly transactions: Transactions,
  ) {}

  /** @throws RowMissing if the tenant has no such partner */
  async receive(
    tenant: Tenant,
    partnerId: number,
    bytes: Buffer,
  ): Promise<EdiInterchangeDto | Existing<EdiInterchangeDto>> {
    const { id, known } = await this.receiveInterchange.execute(tenant, partnerId, bytes);
    return this.transactions.finish(async () => {
      const interchange = await this.get(tenant, id);
      return known ? new Existing(interchange) : interchange;
    });
  }

  async list(tenant: Tenant, query: EdiInterchangeListQuery): Promise<Page<EdiInterchangeDto>> {
    return this.transactions.reading(async () => {
      const page = await this.interchanges.page(tenant, query);
      const documents = await this.documents.listShown(
        tenant,
        page.data.map(({ id }) => id),
      );
      return page.map((interchange) => toEdiInterchangeDto(interchange, documents.get(interchange.id) ?? []));
    });
  }

  async get(tenant: Tenant, id: number): Promise<EdiInterchangeDto> {
    const interchange = await this.interchanges.get(tenant, id);
    const documents = await this.documents.listShown(tenant, [id]);
    return toEdiInterchangeDto(interchange, documents.get(id) ?? []);
  }

  /**
   * A caller with `edi.write` is the partner's network, so an outbound file counts as sent.
   * @param withBody false for a HEAD request, which fetches nothing
   */
  async download(caller: Caller, id: number, withBody: boolean): Promise<StreamableFile> {
    const interchange = await this.interchanges.get(caller, id);
    const bytes = await this.interchanges.readBytes(interchange);
    if (withBody && interchange.status === 'ready' && isMailbox(caller))
      await this.interchanges.markSent(caller, id);
    return new StreamableFile(bytes, {
      type: EDI_MEDIA_TYPE,
      disposition: `attachment; filename="interchange-${id}.edi"`,
    });
  }

  /** @throws ApiError interchange_not_replayable */
  async replay(tenant: Tenant, id: number): Promise<EdiInterchangeDto> {
    const unmatched = await this.documents.findBy(tenant, { interchangeId: id, status: 'unmatched' });
    await this.receiveInterchange.replay(tenant, id, unmatched !== null);
    return this.transactions.finish(() => this.get(tenant, id));
  }

  async listDocuments(tenant: Tenant, query: EdiDocumentListQuery): Promise<Page<EdiDocumentDto>> {
    return (await this.documents.page(tenant, query)).map(toEdiDocumentDto);
  }
}

/** A person who looks at a file in the dashboard changes nothing. */
function isMailbox({ keyId, scopes }: Caller): boolean {
  return keyId !== null && (scopes === null || scopes.includes('edi.write'));
}
