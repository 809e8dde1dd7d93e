import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { sql } from '../../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../../platform/tenancy/tenant.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';
import type { FreightDto } from './freight.dto.js';
import type { Adjustment, Freight } from './freight.entity.js';
import { toFreightEventSubjects, toShipmentEventData, type ShipmentEvent } from './freight.events.js';
import { toFreightDto } from './freight.mapper.js';
import { FreightRepository } from './freight.repository.js';
import {
  CARRIER_TRIGGERS,
  FREIGHT_STATES,
  type FreightStatus,
  type FreightTrigger,
} from './freight-states.js';
import type { TransitionValues } from './transition-values.js';

/** Runs inside the transaction that moved the shipment. */
export type FreightChangeHandler = (tenant: Tenant, freight: Freight) => Promise<void>;

/** Runs inside the transaction that adjusted the shipment's price. */
export type AdjustmentHandler = (tenant: Tenant, freight: Freight, adjustment: Adjustment) => Promise<void>;

/** Whether somebody is billed for the shipment, or will be. */
export type BillingRule = (tenant: Tenant, freight: Freight) => Promise<boolean>;

/**
 * Shipments as the rest of the house finds and moves them. Nothing happens that isn't in the table of states, and
 * whoever follows shipments hears of everything.
 */
@Injectable()
export class FreightLifecycle {
  private readonly changeHandlers: FreightChangeHandler[] = [];
  private readonly adjustmentHandlers: AdjustmentHandler[] = [];
  private billingRule: BillingRule = () => Promise.resolve(false);

  constructor(
    private readonly freight: FreightRepository,
    private readonly events: EventsService,
  ) {}

  find(tenant: Tenant, id: number): Promise<Freight | null> {
    return this.freight.find(tenant, id);
  }

  /** @throws RowMissing */
  get(tenant: Tenant, id: number): Promise<Freight> {
    return this.freight.get(tenant, id);
  }

  /** A shipment as the API shows it. */
  toDto(freight: Freight): FreightDto {
    return toFreightDto(freight, this.buildTrackingPageUrl(freight));
  }

  /** Where its consignee looks; null when there is no page. */
  buildTrackingPageUrl(freight: Freight): string | null {
    return this.freight.buildTrackingPageUrl(freight);
  }

  /** Holds the shipment against other transactions until this one ends. @throws RowMissing */
  lock(tenant: Tenant, id: number): Promise<Freight> {
    return this.freight.lock(tenant, id);
  }

  /** Every shipment that a carrier gave this PRO number, oldest first: carriers use numbers again. */
  listByProNumber(tenant: Tenant, proNumber: string): Promise<Freight[]> {
    return this.freight.listBy(tenant, { proNumber });
  }

  /** Makes whoever else gives a shipment this number of the carrier's wait until the transaction ends. */
  lockProNumber(tenant: Tenant, scac: string, proNumber: string): Promise<void> {
    return this.freight.lockProNumber(tenant, scac, proNumber);
  }

  /** True for the first caller of all: the bill of lading is on paper now. */
  markBolPrinted(tenant: Tenant, id: number): Promise<boolean> {
    return this.freight.markBolPrinted(tenant, id);
  }

  /** Notes where tracking has it. */
  updateTrackingStatus(tenant: Tenant, id: number, status: TrackingStatus): Promise<void> {
    return this.freight.updateTrackingStatus(tenant, id, status);
  }

  /** A person must tell the carrier that a shipment is voided; null: nobody must any more. Until then it needs attention, by its tracking. */
  async setVoidedStatusReason(
    tenant: Tenant,
    freight: Freight,
    statusReason: string | null,
  ): Promise<Freight> {
    if (freight.statusReason !== statusReason)
      await this.freight.applyChanges(tenant, freight, { statusReason });
    const status = statusReason === null ? 'cancelled' : 'exception';
    if (statusReason !== null || freight.trackingStatus === 'exception')
      await this.freight.updateTrackingStatus(tenant, freight.id, status);
    return this.freight.get(tenant, freight.id);
  }

  /** Handlers see every shipment after every transition, before any of them has done anything. */
  onChange(handler: FreightChangeHandler): void {
    this.changeHandlers.push(handler);
  }

  /** Handlers see every adjustment after it is made. */
  onAdjust(handler: AdjustmentHandler): void {
    this.adjustmentHandlers.push(handler);
  }

  /** Who makes invoices says of which shipments there are some. */
  setBillingRule(rule: BillingRule): void {
    this.billingRule = rule;
  }

  /** Whether somebody is billed for the shipment, or will be. */
  isBilled(tenant: Tenant, freight: Freight): Promise<boolean> {
    return this.billingRule(tenant, freight);
  }

  /** Notes what a shipment cost more or less. `movesPrice` is false where the customer's price is another than the carrier's, and stays. */
  async adjust(
    tenant: Tenant,
    id: number,
    change: Omit<Adjustment, 'createdAt'>,
    movesPrice: boolean,
  ): Promise<void> {
    const { adjustments, totalChargeCents } = await this.freight.lock(tenant, id);
    const adjustment = { ...change, createdAt: new Date().toISOString() };
    await this.freight.update(tenant, id, {
      adjustments: [...adjustments, adjustment],
      totalChargeCents: totalChargeCents + (movesPrice ? adjustment.amountCents : 0),
      updatedAt: sql('now()'),
    });
    const freight = await this.freight.get(tenant, id);
    for (const handler of this.adjustmentHandlers) await handler(tenant, freight, adjustment);
  }

  /** Moves a locked shipment by one row of the table. @throws Error when the table has no such row */
  async transition(
    tenant: Tenant,
    freight: Freight,
    trigger: FreightTrigger,
    values: TransitionValues = {},
  ): Promise<Freight> {
    // What a person had to see to before the pickup is over with it.
    const over = trigger === 'pick_up' ? { statusReason: null } : {};
    await this.freight.transition(tenant, freight, trigger, { ...over, ...values });
    return this.notifyChangeHandlers(tenant, freight.id);
  }

  /** Changes what isn't the status, e.g. a PRO number that came late. */
  async applyChanges(tenant: Tenant, freight: Freight, values: TransitionValues): Promise<Freight> {
    await this.freight.applyChanges(tenant, freight, values);
    return this.notifyChangeHandlers(tenant, freight.id);
  }

  /** Of all tenants: shipments whose pickup day has ended without a pickup, held until the transaction ends. */
  lockMissedPickups(limit: number): Promise<OwnedId[]> {
    return this.freight.lockMissedPickups(limit);
  }

  /** Walks a locked shipment to where the carrier says it is, setting each step's `values`; stays put when no rows lead there. */
  async advanceTo(
    tenant: Tenant,
    freight: Freight,
    to: FreightStatus,
    values: Partial<Record<FreightTrigger, TransitionValues>> = {},
  ): Promise<Freight> {
    const [trigger] = FREIGHT_STATES.findPath(freight.status, to, CARRIER_TRIGGERS) ?? [];
    if (!trigger) return freight;
    return this.advanceTo(
      tenant,
      await this.transition(tenant, freight, trigger, values[trigger]),
      to,
      values,
    );
  }

  /** Publishes a shipment event in the caller's transaction. @param location where the freight is, if known */
  async publish(tenant: Tenant, event: ShipmentEvent, freight: Freight, location?: string): Promise<void> {
    const data = toShipmentEventData(event, freight, location);
    await this.events.publish(tenant, event, data, toFreightEventSubjects(freight));
  }

  private async notifyChangeHandlers(tenant: Tenant, id: number): Promise<Freight> {
    const freight = await this.freight.get(tenant, id);
    for (const handler of this.changeHandlers) await handler(tenant, freight);
    return this.freight.get(tenant, id);
  }
}
