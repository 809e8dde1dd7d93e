import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { Existing } from '../../platform/http/contract/existing.js';
import { conflictingParam } from '../../platform/http/errors/api-error.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { Shipments } from '../freight/record/shipments.js';
import { AuditLog } from '../../platform/auth/audit-log.js';
import type { Caller } from '../../platform/auth/caller.js';
import { RowMissing } from '../../platform/tenancy/row-missing.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { Notices } from './notices.service.js';
import { NOTICES, type Recipient } from './notices.js';
import { PageTokens } from './page-tokens.js';
import type {
  RecipientDto,
  RevokedTrackingLinkDto,
  ShareTrackingDto,
  TrackingLinkDto,
} from './sharing.dto.js';
import type { TrackingLink } from './tracking-link.entity.js';

/** Shares a shipment with its consignee, and takes it back. */
@Injectable()
export class TrackingLinksService {
  constructor(
    private readonly tokens: PageTokens,
    private readonly notices: Notices,
    private readonly shipments: Shipments,
    private readonly transactions: Transactions,
    private readonly audit: AuditLog,
  ) {}

  /** The link that there is, changed as asked; a new one where there is none or its time is over. @throws RowMissing */
  async share(caller: Caller, freightId: number, body: ShareTrackingDto) {
    const notify = body.notify && recipientsOf(body.notify);
    return this.transactions.run(async () => {
      await this.shipments.lock(caller, freightId);
      const standing = await this.tokens.ofFreight(caller, freightId);
      if (standing) await this.tokens.change(caller, standing, { pod: body.pod, notify });
      else {
        await this.tokens.make(caller, freightId, { pod: body.pod ?? false, notify: notify ?? [] });
        await this.audit.record(caller, 'tracking_link.created', { freight_id: freightId });
      }
      const freight = await this.shipments.get(caller, freightId);
      await this.notices.catchUp(caller, freight);
      const link = await this.show(caller, freight);
      return standing ? new Existing(link) : link;
    });
  }

  /** @throws RowMissing */
  async get(tenant: Tenant, freightId: number): Promise<TrackingLinkDto> {
    return this.show(tenant, await this.shipments.get(tenant, freightId));
  }

  /** The page is gone at once, and nobody is told any more. @throws RowMissing */
  async revoke(caller: Caller, freightId: number): Promise<RevokedTrackingLinkDto> {
    return this.transactions.run(async () => {
      await this.shipments.lock(caller, freightId);
      if (!(await this.tokens.revoke(caller, freightId))) throw new RowMissing();
      await this.audit.record(caller, 'tracking_link.revoked', { freight_id: freightId });
      return { object: 'tracking_link', freight_id: freightId, deleted: true };
    });
  }

  private async show(tenant: Tenant, freight: Freight): Promise<TrackingLinkDto> {
    const link = await this.tokens.ofFreight(tenant, freight.id);
    const url = this.shipments.trackingPageUrl(freight);
    if (!link || url === null) throw new RowMissing();
    const told = await this.notices.tellings(tenant, link);
    return present(link, url, told);
  }
}

function present(
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
function recipientsOf(asked: RecipientDto[]): Recipient[] {
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
