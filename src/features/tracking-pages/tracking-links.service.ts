import { Injectable } from '@nestjs/common';
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
import { NOTICES, type Recipient } from './notices.js';
import { TrackingLinkTokenService } from './tracking-link-token.service.js';
import type {
  RecipientDto,
  RevokedTrackingLinkDto,
  ShareTrackingDto,
  TrackingLinkDto,
} from './tracking-pages.dto.js';
import type { TrackingLink } from './tracking-link.entity.js';

/** Shares a shipment with its consignee, and takes it back. */
@Injectable()
export class TrackingLinksService {
  constructor(
    private readonly linkTokens: TrackingLinkTokenService,
    private readonly notices: NoticesService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
  ) {}

  /** The link that there is, changed as asked; a new one where there is none or its time is over. @throws RowMissing */
  async share(caller: Caller, freightId: number, body: ShareTrackingDto) {
    const notify = body.notify && parseRecipients(body.notify);
    return this.transactions.run(async () => {
      await this.freightLifecycle.lock(caller, freightId);
      const standing = await this.linkTokens.findActiveByFreight(caller, freightId);
      if (standing) await this.linkTokens.update(caller, standing, { pod: body.pod, notify });
      else {
        await this.linkTokens.create(caller, freightId, { pod: body.pod ?? false, notify: notify ?? [] });
        await this.audit.record(caller, 'tracking_link.created', { freight_id: freightId });
      }
      const freight = await this.freightLifecycle.get(caller, freightId);
      await this.notices.sendBookedNotice(caller, freight);
      const link = await this.loadDto(caller, freight);
      return standing ? new Existing(link) : link;
    });
  }

  /** @throws RowMissing */
  async get(tenant: Tenant, freightId: number): Promise<TrackingLinkDto> {
    return this.loadDto(tenant, await this.freightLifecycle.get(tenant, freightId));
  }

  /** The page is gone at once, and nobody is told any more. @throws RowMissing */
  async revoke(caller: Caller, freightId: number): Promise<RevokedTrackingLinkDto> {
    return this.transactions.run(async () => {
      await this.freightLifecycle.lock(caller, freightId);
      if (!(await this.linkTokens.revoke(caller, freightId))) throw new RowMissing();
      await this.audit.record(caller, 'tracking_link.revoked', { freight_id: freightId });
      return { object: 'tracking_link', freight_id: freightId, deleted: true };
    });
  }

  private async loadDto(tenant: Tenant, freight: Freight): Promise<TrackingLinkDto> {
    const link = await this.linkTokens.findActiveByFreight(tenant, freight.id);
    const url = this.freightLifecycle.buildTrackingPageUrl(freight);
    if (!link || url === null) throw new RowMissing();
    const told = await this.notices.listRecipientStates(tenant, link);
    return toTrackingLinkDto(link, url, told);
  }
}

function toTrackingLinkDto(
  link: TrackingLink,
  url: string,
  told: Map<string, Pick<TrackingLinkDto['notify'][number], 'told' | 'stopped'>>,
): TrackingLinkDto {
  return {
    object: 'tracking_link',
    freight_id: link.freightId,
    url,
    pod: link.pod,
    notify: link.notify.map((recipient) => ({ ...recipient, ...told.get(recipient.email)! })),
    expires_at: link.expiresAt.toISOString(),
    created_at: link.createdAt.toISOString(),
  };
}

/** In lower case: so they are compared. @throws ApiError conflicting_values */
function parseRecipients(asked: RecipientDto[]): Recipient[] {
  const recipients = asked.map(({ email, events }) => ({
    // Letters beyond ASCII stay: lower case can be longer.
    email: email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
    events: NOTICES.filter((notice) => events?.includes(notice) ?? true),
  }));
  for (const [at, { email }] of recipients.entries()) {
    const param = `notify[${at}].email`;
    if (recipients.findIndex((other) => other.email === email) < at)
      throw conflictingParam(param, `${param} is named twice.`);
  }
  return recipients;
}
