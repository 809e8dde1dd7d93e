import { Injectable } from '@nestjs/common';
import { randomToken, tokenHash } from '../../platform/auth/random-token.js';
import { Secrets } from '../../platform/encryption/secrets.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackingLink } from './tracking-link.entity.js';
import { TrackingLinksRepository } from './tracking-links.repository.js';

/** What of a link its owner decides. */
type Shared = Pick<TrackingLink, 'pod' | 'notify'>;

/** Links to the pages of shipments, by their tokens: found by the hash, read from what is sealed. */
@Injectable()
export class PageTokens {
  constructor(
    private readonly links: TrackingLinksRepository,
    private readonly secrets: Secrets,
  ) {}

  /** The link of a shipment as long as it leads somewhere. */
  async ofFreight(tenant: Tenant, freightId: number): Promise<TrackingLink | null> {
    const link = await this.links.ofFreight(tenant, freightId);
    return link && !link.lapsed ? link : null;
  }

  /** In place of one whose time is over. @param freightId of a shipment that is locked */
  async make(tenant: Tenant, freightId: number, shared: Shared): Promise<void> {
    await this.revoke(tenant, freightId);
    const id = await this.links.nextId();
    const token = randomToken();
    const { organizationId, mode } = tenant;
    const sealedToken = this.secrets.seal(token, { table: 'tracking_links', organizationId, mode, id });
    await this.links.insert(tenant, { id, freightId, tokenHash: tokenHash(token)!, sealedToken, ...shared });
  }

  async change(
    tenant: Tenant,
    { id }: TrackingLink,
    { pod, notify }: { [K in keyof Shared]: Shared[K] | undefined },
  ): Promise<void> {
    const changes = { ...(pod !== undefined && { pod }), ...(notify !== undefined && { notify }) };
    if (Object.keys(changes).length > 0) await this.links.update(tenant, id, changes);
  }

  /** False when there was none. */
  async revoke(tenant: Tenant, freightId: number): Promise<boolean> {
    const link = await this.links.ofFreight(tenant, freightId);
    return link !== null && this.links.delete(tenant, link.id);
  }

  /** Whosever page the token opens; null for any other text, and once the link is revoked or its time is over. */
  async find(token: string): Promise<(Tenant & { link: TrackingLink }) | null> {
    const hash = tokenHash(token);
    const found: OwnedId | null = hash && (await this.links.findByToken(hash));
    if (!found) return null;
    const { organizationId, mode } = found;
    const link = await this.links.find(found, found.id);
    return link && !link.lapsed ? { organizationId, mode, link } : null;
  }
}
