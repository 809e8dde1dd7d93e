import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { EventsService } from '../events/events.service.js';
import { ApplyDocumentService } from './apply-document.service.js';
import { EdiAcknowledgmentsService } from './edi-acknowledgments.service.js';
import { toEdiInterchangeDto } from './edi-interchange.mapper.js';
import type { EdiInterchange, InterchangeFault } from './edi-interchange.entity.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { ediReceived, ediRejected } from './edi.events.js';
import { readItems, readOutline, type InterchangeOutline } from './read-interchange.js';

/** More documents would keep the lease of the file too long. */
const MAX_DOCUMENTS = 5_000;
/** An interchange's event contains this many documents. */
const SHOWN_DOCUMENTS = 100;

/**
 * Processes a received interchange: first its envelopes, then its documents one after another, each in a transaction of its
 * own together with its effect. After a crash, the next run skips the documents that are stored. Damage outside a document
 * quarantines the interchange before any document is applied.
 */
@Injectable()
export class ProcessInterchangeCommand {
  constructor(
    private readonly interchanges: EdiInterchangesRepository,
    private readonly applyDocument: ApplyDocumentService,
    private readonly acknowledgments: EdiAcknowledgmentsService,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  async execute(tenant: Tenant, id: number, partner: EdiPartner): Promise<void> {
    const interchange = await this.interchanges.get(tenant, id);
    if (interchange.status !== 'received') return;
    const bytes = await this.interchanges.readBytes(interchange);
    const outline = await readOutline(bytes);
    const fault = findFault(outline, partner);
    if (fault) return this.quarantine(tenant, id, fault);
    let position = 0;
    for await (const item of readItems(bytes)) {
      if (item.kind !== 'set') continue;
      const place = { interchangeId: id, receivedAt: interchange.createdAt, position: position++ };
      await this.applyDocument.execute(tenant, partner, { ...place, ...item });
    }
    await this.finish(tenant, interchange, partner, outline);
  }

  /** Stores why nothing of the file was applied. */
  async quarantine(tenant: Tenant, id: number, fault: InterchangeFault): Promise<void> {
    await this.transactions.run(async () => {
      const { status } = await this.interchanges.lock(tenant, id);
      if (status !== 'received') return;
      const quarantined = await this.interchanges.finish(tenant, id, 'quarantined', fault);
      await this.events.publish(tenant, ediRejected, { interchange: toEdiInterchangeDto(quarantined, []) });
    });
  }

  private async finish(
    tenant: Tenant,
    { id }: EdiInterchange,
    partner: EdiPartner,
    { groups }: InterchangeOutline,
  ): Promise<void> {
    await this.transactions.run(async () => {
      const { status } = await this.interchanges.lock(tenant, id);
      if (status !== 'received') return;
      const documents = await this.applyDocument.listStored(tenant, id);
      const rejected = documents.filter((document) => document.status === 'rejected');
      const isRejected = documents.length > 0 && rejected.length === documents.length;
      const finished = await this.interchanges.finish(tenant, id, isRejected ? 'rejected' : 'processed');
      await this.acknowledgments.acknowledge(tenant, partner, finished, groups, documents);
      const interchange = toEdiInterchangeDto(finished, documents.slice(0, SHOWN_DOCUMENTS));
      const event = rejected.length > 0 ? ediRejected : ediReceived;
      await this.events.publish(tenant, event, { interchange });
    });
  }
}

/** Returns why a file cannot be processed, or null. */
function findFault(
  { header, groups, documents, faults: [damage] }: InterchangeOutline,
  partner: EdiPartner,
): InterchangeFault | null {
  if (damage) return damage;
  const whole = { offset: null, segment: null };
  if (documents > MAX_DOCUMENTS) {
    const message = `The file has ${documents} documents. Send at most ${MAX_DOCUMENTS} in a file.`;
    return { code: 'too_many_documents', message, ...whole };
  }
  const from = `${header!.senderQualifier}/${header!.senderId}`;
  const to = `${header!.receiverQualifier}/${header!.receiverId}`;
  const isFromPartner = from === `${partner.isaQualifier}/${partner.isaId}`;
  if (!isFromPartner || to !== `${partner.ownIsaQualifier}/${partner.ownIsaId}`) {
    const message = `The file is from ${from} to ${to}. The partner's ids are ${partner.isaQualifier}/${partner.isaId} and ${partner.ownIsaQualifier}/${partner.ownIsaId}.`;
    return { code: 'sender_mismatch', message, ...whole };
  }
  // Without a GS id of its own, the partner may use any id in its groups.
  const other =
    partner.gsId !== partner.isaId && groups.find((group) => group.header.sender !== partner.gsId);
  if (other) {
    const message = `GS02 is ${JSON.stringify(other.header.sender)}. The partner's gs_id is ${partner.gsId}.`;
    return { code: 'sender_mismatch', message, ...whole };
  }
  if (header!.usage === partner.usage) return null;
  const message = `ISA15 is ${header!.usage}. The partner's usage is ${partner.usage}.`;
  return { code: 'usage_mismatch', message, ...whole };
}
