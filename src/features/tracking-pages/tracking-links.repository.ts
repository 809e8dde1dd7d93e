import { Injectable } from '@nestjs/common';
import { normalizeMailbox } from '../../domain/mailbox.js';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import { type Notice, TrackingLink } from './tracking-link.entity.js';

export interface RecipientState {
  email: string;
  told: Notice[];
  stopped: boolean;
}

@Injectable()
export class TrackingLinksRepository extends OwnedRepository<TrackingLink> {
  constructor(transactions: Transactions) {
    super(transactions, TrackingLink);
  }

  findByFreight(tenant: Tenant, freightId: number): Promise<TrackingLink | null> {
    return this.findBy(tenant, { freightId });
  }

  /** Finds a link of any tenant. */
  async findByToken(tokenHash: Buffer): Promise<OwnedId | null> {
    const [row] = await this.transactions.prepared<OwnedId>({
      name: 'tracking_link_by_token',
      text: `SELECT id, organization_id AS "organizationId", mode FROM tracking_links WHERE token_hash = $1`,
      values: [tokenHash],
    });
    return row ?? null;
  }

  /** Returns which notices each address got and whether it unsubscribed. @param emails in lower case */
  async listRecipientStates(
    { organizationId, mode }: Tenant,
    freightId: number,
    emails: string[],
  ): Promise<RecipientState[]> {
    return this.transactions.prepared<RecipientState>({
      name: 'tracking_link_tellings',
      text: `SELECT a.email,
               ARRAY(SELECT m.event FROM tracking_mails m WHERE m.organization_id = $1 AND m.mode = $2
                 AND m.freight_id = $3 AND m.email = a.email ORDER BY m.id) AS told,
               EXISTS (SELECT FROM mail_stops s WHERE s.organization_id = $1 AND s.mode = $2
                 AND s.email = a.mailbox) AS stopped
             FROM unnest($4::text[], $5::text[]) AS a (email, mailbox)`,
      values: [organizationId, mode, freightId, emails, emails.map(normalizeMailbox)],
    });
  }
}
