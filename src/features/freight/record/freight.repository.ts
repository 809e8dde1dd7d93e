import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { publicBase } from '../../../platform/http/pipeline/public-base.js';
import { Secrets } from '../../../platform/encryption/secrets.js';
import { OwnedRepository, sql, type Changes } from '../../../platform/tenancy/owned.repository.js';
import type { Page, PageRequest } from '../../../platform/tenancy/page.js';
import type { OwnedId, Tenant } from '../../../platform/tenancy/tenant.js';
import { bolNumber } from '../../../domain/pro-number.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';
import { ATTENTION_PARTS, NO_ATTENTION_PARTS } from './attention.js';
import { Freight } from './freight.entity.js';
import { FREIGHT_STATES, type FreightTrigger } from './freight-states.js';
import { PICKUP_STATES, type PickupTrigger } from './pickup-states.js';

type State = 'status' | 'pickupStatus' | 'trackingStatus';

/** What of a shipment changes beside its status; `pickup` moves its pickup by a row of that table. */
export type Noted = Changes<Freight, State> & { pickup?: PickupTrigger | undefined };

/** Serials of bills of lading that a process draws at once: a draft then asks for none. What it doesn't use is never used. */
const SERIALS = 20;

@Injectable()
export class FreightRepository extends OwnedRepository<Freight, State> {
  private readonly serials: number[] = [];

  constructor(
    transactions: Transactions,
    private readonly config: Config,
    private readonly secrets: Secrets,
  ) {
    super(transactions, Freight);
  }

  /** One page of the shipments that the query leaves; `attention` narrows them to those that wait for a person, or to the others. */
  async pageOf(tenant: Tenant, query: PageRequest, attention: boolean | undefined): Promise<Page<Freight>> {
    const parts = attention === undefined ? [''] : attention ? ATTENTION_PARTS : NO_ATTENTION_PARTS;
    return this.pageOfParts(parts, tenant, query);
  }

  /** Where the consignee looks; null when there is no page. Who can't open the token any more has no page to show. */
  trackingPageUrl({ organizationId, mode, trackingPage }: Freight): string | null {
    if (!trackingPage) return null;
    const row = { table: 'tracking_links', organizationId, mode, id: trackingPage.linkId };
    const sealed = Buffer.from(trackingPage.sealedToken, 'hex');
    if (!this.secrets.opens(sealed, row)) return null;
    return `${publicBase(this.config)}/track/${this.secrets.open(sealed, row)}`;
  }

  /** Notes where tracking has it. */
  async track(tenant: Tenant, id: number, trackingStatus: TrackingStatus): Promise<void> {
    await this.write(tenant, id, { trackingStatus });
  }

  /** The next 17-digit VICS number: company prefix, serial, check digit. */
  async nextBolNumber(): Promise<string> {
    if (this.serials.length === 0) {
      const drawn = await this.transactions.prepared<{ serial: number }>({
        name: 'next_bol_serials',
        text: `SELECT nextval('bol_serials') AS serial FROM generate_series(1, ${SERIALS})`,
      });
      this.serials.push(...drawn.map(({ serial }) => serial));
    }
    return bolNumber(this.config.gs1CompanyPrefix, this.serials.shift()!);
  }

  /** Makes whoever else gives a shipment this number of the carrier's wait until the transaction ends. */
  async holdProNumber({ organizationId, mode }: Tenant, scac: string, proNumber: string): Promise<void> {
    await this.transactions.hold('PRO number', organizationId, mode, scac, proNumber);
  }

  /** The one way to another status: by a row of the table. @throws Error when the table has no such row */
  async move(tenant: Tenant, freight: Freight, trigger: FreightTrigger, values: Noted): Promise<void> {
    const status = FREIGHT_STATES.after(freight.status, trigger);
    await this.write(tenant, freight.id, { ...changesOf(freight, values), status });
  }

  /** Changes what isn't the status. */
  async note(tenant: Tenant, freight: Freight, values: Noted): Promise<void> {
    await this.write(tenant, freight.id, changesOf(freight, values));
  }

  /** Of all tenants: shipments whose pickup day has ended without a pickup, held until the transaction ends. */
  lockMissed(limit: number): Promise<OwnedId[]> {
    return this.lockDue({ at: 'pickup_ends_at' }, limit);
  }

  /** True for the first caller of all: the bill of lading is on paper now. */
  async markPrinted({ organizationId, mode }: Tenant, id: number): Promise<boolean> {
    const rows = await this.transactions.prepared({
      name: 'freight_printed',
      text: `UPDATE freight SET bol_printed_at = now()
             WHERE organization_id = $1 AND mode = $2 AND id = $3 AND bol_printed_at IS NULL RETURNING id`,
      values: [organizationId, mode, id],
    });
    return rows.length === 1;
  }
}

/** A pickup that has come to an end is expected no more. @throws Error when the table of pickups has no such row */
function changesOf({ pickupStatus }: Freight, { pickup, ...values }: Noted): Changes<Freight> {
  const now = sql('now()');
  if (pickup === undefined) return { ...values, updatedAt: now };
  const ended = pickup === 'cancel' || pickup === 'miss' || pickup === 'withdraw';
  return {
    ...(ended && { pickupEndsAt: null }),
    ...values,
    pickupStatus: PICKUP_STATES.after(pickupStatus, pickup),
    updatedAt: now,
  };
}
