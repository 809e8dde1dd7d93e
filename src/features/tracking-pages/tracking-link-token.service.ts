import { Injectable } from '@nestjs/common';
import { generateToken, hashToken } from '../../platform/auth/random-token.js';
import { EncryptionService } from '../../platform/encryption/encryption.service.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackingLink } from './tracking-link.entity.js';
import { TrackingLinksRepository } from './tracking-links.repository.js';

type TrackingLinkSettings = Pick<TrackingLink, 'pod' | 'notify'>;

/** Creates and finds tracking links. The database has a hash and an encrypted copy of each token. */
@Injectable()
export class TrackingLinkTokenService {
  constructor(
    private readonly links: TrackingLinksRepository,
    private readonly secrets: EncryptionService,
  ) {}

  /** Returns null without a link or after its expiry. */
  async findActiveByFreight(tenant: Tenant, freightId: number): Promise<TrackingLink | null> {
    const link = await this.links.findByFreight(tenant, freightId);
    return link && !link.lapsed ? link : null;
  }

  /** Replaces an expired link. The freight must be locked. */
  async create(tenant: Tenant, freightId: number, settings: TrackingLinkSettings): Promise<void> {
    await this.revoke(tenant, freightId);
    const id = await this.links.reserveId();
    const token = generateToken();
    const { organizationId, mode } = tenant;
    const sealedToken = this.secrets.seal(token, { table: 'tracking_links', organizationId, mode, id });
    await this.links.insert(tenant, {
      id,
      freightId,
      tokenHash: hashToken(token)!,
      sealedToken,
      ...settings,
    });
  }

  async update(
    tenant: Tenant,
    { id }: TrackingLink,
    { pod, notify }: { [K in keyof TrackingLinkSettings]: TrackingLinkSettings[K] | undefined },
  ): Promise<void> {
    const changes = { ...(pod !== undefined && { pod }), ...(notify !== undefined && { notify }) };
    if (Object.keys(changes).length > 0) await this.links.update(tenant, id, changes);
  }

  /** Returns false if there was no link. */
  async revoke(tenant: Tenant, freightId: number): Promise<boolean> {
    const link = await this.links.findByFreight(tenant, freightId);
    return link !== null && this.links.delete(tenant, link.id);
  }

  /** Finds a link of any tenant. Returns null if it is unknown, revoked or expired. */
  async findByToken(token: string): Promise<(Tenant & { link: TrackingLink }) | null> {
    const hash = hashToken(token);
    const found: OwnedId | null = hash && (await this.links.findByToken(hash));
    if (!found) return null;
    const { organizationId, mode } = found;
    const link = await this.links.find(found, found.id);
    return link && !link.lapsed ? { organizationId, mode, link } : null;
  }
}
