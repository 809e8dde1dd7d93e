import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { resolvePublicUrl } from '../../../platform/http/pipeline/request-context.js';
import { EncryptionService } from '../../../platform/encryption/encryption.service.js';
import { QuotasService } from '../../../platform/rate-limits/quotas.service.js';
import { OwnedRepository, sql, type Changes } from '../../../platform/tenancy/owned.repository.js';
import type { Page, PageRequest } from '../../../platform/tenancy/page.js';
import type { OwnedId, Tenant } from '../../../platform/tenancy/tenant.js';
import { buildBolNumber } from '../../../domain/pro-number.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';
import { Freight } from './freight.entity.js';
import { buildOverdueCondition } from './freight-subqueries.js';
import { FREIGHT_STATES, PICKUP_STATES, type FreightTrigger, type PickupTrigger } from './freight-states.js';

type FreightStateField = 'status' | 'pickupStatus' | 'trackingStatus';

/** Changes besides the status. `pickup` is a transition of the pickup status. */
export type FreightChanges = Changes<Freight, FreightStateField> & { pickup?: PickupTrigger | undefined };

/** BOL serials that a process reserves at once, so most drafts need no query. A process that stops loses the rest. */
const BOL_SERIAL_BATCH_SIZE = 20;

/** The index of the list repeats this condition. A trailing `IS NOT TRUE` is needed because columns may be null. */
const NEEDS_ATTENTION = `(tracking_status = 'exception' OR status = 'created' OR
  (status NOT IN ('in_transit', 'delivered', 'voided') AND
    (status_reason IS NOT NULL OR pickup_status IN ('missed', 'cancelled'))))`;
/** A booking needs attention if the carrier has not responded for this long. */
const BOOKING_UNANSWERED = `updated_at < now() - interval '15 minutes'`;
/** An emailed tender needs no attention before it expires, a tender by EDI not for a day. */
const HAS_OPEN_TENDER = `(EXISTS (SELECT 1 FROM tenders t WHERE t.organization_id = freight.organization_id
  AND t.mode = freight.mode AND t.freight_id = freight.id AND t.state = 'sent' AND t.expires_at > now())
  OR EXISTS (SELECT 1 FROM bookings b WHERE b.organization_id = freight.organization_id AND b.mode = freight.mode
    AND b.freight_id = freight.id AND b.sent_by_edi AND b.created_at > now() - interval '1 day'))`;
const IS_OVERDUE = buildOverdueCondition('freight');
/** Disjoint parts of the list, each with an index. */
const ATTENTION_CONDITIONS = [
  ` AND ${NEEDS_ATTENTION}`,
  ` AND status = 'booked' AND ${BOOKING_UNANSWERED} AND ${NEEDS_ATTENTION} IS NOT TRUE`,
  ` AND status = 'tendered' AND ${BOOKING_UNANSWERED} AND NOT ${HAS_OPEN_TENDER} AND ${NEEDS_ATTENTION} IS NOT TRUE`,
  ` AND status = 'in_transit' AND ${IS_OVERDUE} AND ${NEEDS_ATTENTION} IS NOT TRUE`,
];
const NO_ATTENTION_CONDITIONS = [
  ` AND ${NEEDS_ATTENTION} IS NOT TRUE AND NOT (status = 'booked' AND ${BOOKING_UNANSWERED})
    AND NOT (status = 'tendered' AND ${BOOKING_UNANSWERED} AND NOT ${HAS_OPEN_TENDER})
    AND NOT (${IS_OVERDUE})`,
];

@Injectable()
export class FreightRepository extends OwnedRepository<Freight, FreightStateField> {
  private readonly reservedSerials: number[] = [];

  constructor(
    transactions: Transactions,
    private readonly config: Config,
    private readonly secrets: EncryptionService,
    private readonly quotas: QuotasService,
  ) {
    super(transactions, Freight);
  }

  protected override async assertRoom(tenant: Tenant, adding: number): Promise<void> {
    if (tenant.mode === 'test') await this.quotas.check('test_shipments', tenant, adding);
  }

  /** @param attention true for freight that needs a person, false for other freight, undefined for both */
  async findPage(tenant: Tenant, query: PageRequest, attention: boolean | undefined): Promise<Page<Freight>> {
    const parts = attention === undefined ? [''] : attention ? ATTENTION_CONDITIONS : NO_ATTENTION_CONDITIONS;
    return this.pageOfParts(parts, tenant, query);
  }

  /** Returns null if the freight has no public tracking page, or its token can no longer be decrypted. */
  buildTrackingPageUrl({ organizationId, mode, trackingPage }: Freight): string | null {
    if (!trackingPage) return null;
    const row = { table: 'tracking_links', organizationId, mode, id: trackingPage.linkId };
    const sealed = Buffer.from(trackingPage.sealedToken, 'hex');
    if (!this.secrets.canOpen(sealed, row)) return null;
    return `${resolvePublicUrl(this.config)}/track/${this.secrets.open(sealed, row)}`;
  }

  async updateTrackingStatus(tenant: Tenant, id: number, trackingStatus: TrackingStatus): Promise<void> {
    await this.write(tenant, id, { trackingStatus });
  }

  /** Returns a 17-digit VICS number: company prefix, serial, check digit. */
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

  async lockProNumber({ organizationId, mode }: Tenant, scac: string, proNumber: string): Promise<void> {
    await this.transactions.hold('PRO number', organizationId, mode, scac, proNumber);
  }

  /** The only writer of the status. @throws Error if the state table has no such transition */
  async transition(
    tenant: Tenant,
    freight: Freight,
    trigger: FreightTrigger,
    values: FreightChanges,
  ): Promise<void> {
    const status = FREIGHT_STATES.requireNext(freight.status, trigger);
    await this.write(tenant, freight.id, { ...toRowChanges(freight, values), status });
  }

  async applyChanges(tenant: Tenant, freight: Freight, values: FreightChanges): Promise<void> {
    await this.write(tenant, freight.id, toRowChanges(freight, values));
  }

  lockMissedPickups(limit: number): Promise<OwnedId[]> {
    return this.lockDue({ at: 'pickup_ends_at' }, limit);
  }

  async changePrice(
    tenant: Tenant,
    id: number,
    values: Pick<Freight, 'adjustments' | 'totalChargeCents'>,
  ): Promise<Freight> {
    return this.writeReturning(tenant, id, { ...values, updatedAt: sql('now()') });
  }

  /** Returns true for the first caller. */
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

/** @throws Error if the pickup state table has no such transition */
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
