import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { resolvePublicUrl } from '../../../platform/http/pipeline/public-url.js';
import { EncryptionService } from '../../../platform/encryption/encryption.service.js';
import { OwnedRepository, sql, type Changes } from '../../../platform/tenancy/owned.repository.js';
import type { Page, PageRequest } from '../../../platform/tenancy/page.js';
import type { OwnedId, Tenant } from '../../../platform/tenancy/tenant.js';
import { buildBolNumber } from '../../../domain/pro-number.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';
import { ATTENTION_CONDITIONS, NO_ATTENTION_CONDITIONS } from './attention.js';
import { Freight } from './freight.entity.js';
import { FREIGHT_STATES, type FreightTrigger } from './freight-states.js';
import { PICKUP_STATES, type PickupTrigger } from './pickup-states.js';

type FreightStateField = 'status' | 'pickupStatus' | 'trackingStatus';

/** What of a shipment changes beside its status; `pickup` moves its pickup by a row of that table. */
export type FreightChanges = Changes<Freight, FreightStateField> & { pickup?: PickupTrigger | undefined };

/** Serials of bills of lading that a process draws at once: a draft then asks for none. What it doesn't use is never used. */
const BOL_SERIAL_BATCH_SIZE = 20;

@Injectable()
export class FreightRepository extends OwnedRepository<Freight, FreightStateField> {
  private readonly reservedSerials: number[] = [];

  constructor(
    transactions: Transactions,
    private readonly config: Config,
    private readonly secrets: EncryptionService,
  ) {
    super(transactions, Freight);
  }

  /** One page of the shipments that the query leaves; `attention` narrows them to those that wait for a person, or to the others. */
  async findPage(tenant: Tenant, query: PageRequest, attention: boolean | undefined): Promise<Page<Freight>> {
    const parts = attention === undefined ? [''] : attention ? ATTENTION_CONDITIONS : NO_ATTENTION_CONDITIONS;
    return this.pageOfParts(parts, tenant, query);
  }

  /** Where the consignee looks; null when there is no page. Who can't open the token any more has no page to show. */
  buildTrackingPageUrl({ organizationId, mode, trackingPage }: Freight): string | null {
    if (!trackingPage) return null;
    const row = { table: 'tracking_links', organizationId, mode, id: trackingPage.linkId };
    const sealed = Buffer.from(trackingPage.sealedToken, 'hex');
    if (!this.secrets.canOpen(sealed, row)) return null;
    return `${resolvePublicUrl(this.config)}/track/${this.secrets.open(sealed, row)}`;
  }

  /** Notes where tracking has it. */
  async updateTrackingStatus(tenant: Tenant, id: number, trackingStatus: TrackingStatus): Promise<void> {
    await this.write(tenant, id, { trackingStatus });
  }

  /** The next 17-digit VICS number: company prefix, serial, check digit. */
  async allocateBolNumber(): Promise<string> {
    if (this.reservedSerials.length === 0) {
      const drawn = await this.transactions.prepared<{ serial: number }>({
        name: 'next_bol_serials',
        text: `SELECT nextval('bol_serials') AS serial FROM generate_series(1, ${BOL_SERIAL_BATCH_SIZE})`,
      });
      this.reservedSerials.push(...drawn.map(({ serial }) => serial));
    }
    return buildBolNumber(this.config.gs1CompanyPrefix, this.reservedSerials.shift()!);
  }

  /** Makes whoever else gives a shipment this number of the carrier's wait until the transaction ends. */
  async lockProNumber({ organizationId, mode }: Tenant, scac: string, proNumber: string): Promise<void> {
    await this.transactions.hold('PRO number', organizationId, mode, scac, proNumber);
  }

  /** The one way to another status: by a row of the table. @throws Error when the table has no such row */
  async transition(
    tenant: Tenant,
    freight: Freight,
    trigger: FreightTrigger,
    values: FreightChanges,
  ): Promise<void> {
    const status = FREIGHT_STATES.requireNext(freight.status, trigger);
    await this.write(tenant, freight.id, { ...toRowChanges(freight, values), status });
  }

  /** Changes what isn't the status. */
  async applyChanges(tenant: Tenant, freight: Freight, values: FreightChanges): Promise<void> {
    await this.write(tenant, freight.id, toRowChanges(freight, values));
  }

  /** Of all tenants: shipments whose pickup day has ended without a pickup, held until the transaction ends. */
  lockMissedPickups(limit: number): Promise<OwnedId[]> {
    return this.lockDue({ at: 'pickup_ends_at' }, limit);
  }

  /** True for the first caller of all: the bill of lading is on paper now. */
  async markBolPrinted({ organizationId, mode }: Tenant, id: number): Promise<boolean> {
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
function toRowChanges({ pickupStatus }: Freight, { pickup, ...values }: FreightChanges): Changes<Freight> {
  const now = sql('now()');
  if (pickup === undefined) return { ...values, updatedAt: now };
  const ended = pickup === 'cancel' || pickup === 'miss' || pickup === 'withdraw';
  return {
    ...(ended && { pickupEndsAt: null }),
    ...values,
    pickupStatus: PICKUP_STATES.requireNext(pickupStatus, pickup),
    updatedAt: now,
  };
}
