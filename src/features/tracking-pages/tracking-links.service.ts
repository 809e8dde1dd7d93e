import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { foldEmail } from '../../domain/mailbox.js';
import { Transactions } from '../../platform/database/transactions.js';
import { Existing } from '../../platform/http/contract/handler-results.js';
import { conflictingParam } from '../../platform/http/errors/api-error.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { NoticesService } from './notices.service.js';
import { NOTICES, type Recipient, type TrackingLink } from './tracking-link.entity.js';
import { TrackingLinkTokenService } from './tracking-link-token.service.js';
import type {
  RecipientDto,
  RevokedTrackingLinkDto,
  ShareTrackingDto,
  TrackingLinkDto,
} from './tracking-pages.dto.js';

@Injectable()
export class TrackingLinksService {
  constructor(
    private readonly linkTokens: TrackingLinkTokenService,
    private readonly notices: NoticesService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
  ) {}

  /** Changes the active link, or creates one. @throws RowMissing */
  async share(caller: Caller, freightId: number, body: ShareTrackingDto) {
    const notify = body.notify && parseRecipients(body.notify);
    return this.transactions.run(async () => {
      await this.freightLifecycle.lock(caller, freightId);
      const active = await this.linkTokens.findActiveByFreight(caller, freightId);
      if (active) {
        await this.linkTokens.update(caller, active, { pod: body.pod, notify });
        await this.recordRecipientChange(caller, active, notify);
      } else {
        await this.linkTokens.create(caller, freightId, { pod: body.pod ?? false, notify: notify ?? [] });
        const details = { freight_id: freightId, notify: notify ?? [] };
        await this.audit.record(caller, 'tracking_link.created', details);
      }
      const freight = await this.freightLifecycle.get(caller, freightId);
      await this.notices.sendBookedNotice(caller, freight);
      const link = await this.loadDto(caller, freight);
      return active ? new Existing(link) : link;
    });
  }

  /** @throws RowMissing */
  async get(tenant: Tenant, freightId: number): Promise<TrackingLinkDto> {
    return this.loadDto(tenant, await this.freightLifecycle.get(tenant, freightId));
  }

  /** @throws RowMissing */
  async revoke(caller: Caller, freightId: number): Promise<RevokedTrackingLinkDto> {
    return this.transactions.run(async () => {
      await this.freightLifecycle.lock(caller, freightId);
      if (!(await this.linkTokens.revoke(caller, freightId))) throw new RowMissing();
      await this.audit.record(caller, 'tracking_link.revoked', { freight_id: freightId });
      return { object: 'tracking_link', freight_id: freightId, deleted: true };
    });
  }

  private async recordRecipientChange(
    caller: Caller,
    { freightId, notify: from }: TrackingLink,
    to: Recipient[] | undefined,
  ): Promise<void> {
    if (to === undefined || isDeepStrictEqual(from, to)) return;
    await this.audit.record(caller, 'tracking_link.updated', { freight_id: freightId, from, to });
  }

  private async loadDto(tenant: Tenant, freight: Freight): Promise<TrackingLinkDto> {
    const link = await this.linkTokens.findActiveByFreight(tenant, freight.id);
    const url = this.freightLifecycle.buildTrackingPageUrl(freight);
    if (!link || url === null) throw new RowMissing();
    const states = await this.notices.listRecipientStates(tenant, link);
    return toTrackingLinkDto(link, url, states);
  }
}

function toTrackingLinkDto(
  link: TrackingLink,
  url: string,
  states: Map<string, Pick<TrackingLinkDto['notify'][number], 'told' | 'stopped'>>,
): TrackingLinkDto {
  return {
    object: 'tracking_link',
    freight_id: link.freightId,
    url,
    pod: link.pod,
    notify: link.notify.map((recipient) => ({ ...recipient, ...states.get(recipient.email)! })),
    expires_at: link.expiresAt.toISOString(),
    created_at: link.createdAt.toISOString(),
  };
}

/** Returns addresses in lower case, so that they can be compared. @throws ApiError conflicting_values */
function parseRecipients(requested: RecipientDto[]): Recipient[] {
  const recipients = requested.map(({ email, events }) => ({
    email: foldEmail(email),
    events: NOTICES.filter((notice) => events?.includes(notice) ?? true),
  }));
  for (const [index, { email }] of recipients.entries()) {
    const param = `notify[${index}].email`;
    if (recipients.findIndex((other) => other.email === email) < index)
      throw conflictingParam(param, `${param} is a duplicate. Remove it.`);
  }
  return recipients;
}
