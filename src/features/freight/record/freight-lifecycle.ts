import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import type { OwnedId, Tenant } from '../../../platform/tenancy/tenant.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';
import type { FreightDto } from './freight.dto.js';
import type { Adjustment, Freight } from './freight.entity.js';
import { toFreightEventSubjects, toShipmentEventData, type ShipmentEvent } from './freight.events.js';
import { FreightPayerService, type FreightPayer } from './freight-payer.service.js';
import { toFreightDto } from './freight.mapper.js';
import { FreightRepository } from './freight.repository.js';
import {
  CARRIER_TRIGGERS,
  FREIGHT_STATES,
  type FreightStatus,
  type FreightTrigger,
} from './freight-states.js';
import type { TransitionValues } from './transition-values.js';

const EXCEEDS_CHARGES = '; not credited, because it exceeds the charges of the customer';
const OFFSETS_EXCESS = '; not charged, because it offsets a credit above the charges';
/** The length of an invoice line's description. */
const MAX_DESCRIPTION_LENGTH = 255;

/** Runs in the transaction that changed the freight. */
export type FreightChangeHandler = (tenant: Tenant, freight: Freight) => Promise<void>;

/** Runs in the transaction that adjusted the price. */
export type AdjustmentHandler = (tenant: Tenant, freight: Freight, adjustment: Adjustment) => Promise<void>;

/** Returns whether a customer is billed for the freight, now or later. */
export type BillingRule = (tenant: Tenant, freight: Freight) => Promise<boolean>;

/** Returns how many cents credits may still return to the customer of the freight. */
export type CreditLimit = (tenant: Tenant, freight: Freight) => Promise<number>;

/** Reads and changes freight for other features. Every change notifies the handlers in its transaction. */
@Injectable()
export class FreightLifecycle {
  private readonly changeHandlers: FreightChangeHandler[] = [];
  private readonly adjustmentHandlers: AdjustmentHandler[] = [];
  private billingRule: BillingRule = () => Promise.resolve(false);
  private creditLimit: CreditLimit = () => Promise.resolve(0);

  constructor(
    private readonly freight: FreightRepository,
    private readonly events: EventsService,
    private readonly payers: FreightPayerService,
  ) {}

  find(tenant: Tenant, id: number): Promise<Freight | null> {
    return this.freight.find(tenant, id);
  }

  /** Returns the party that the carrier bills for the freight. */
  resolvePayer(tenant: Tenant, freight: Freight): Promise<FreightPayer> {
    return this.payers.resolve(tenant, freight);
  }

  /** @throws RowMissing */
  get(tenant: Tenant, id: number): Promise<Freight> {
    return this.freight.get(tenant, id);
  }

  toDto(freight: Freight): FreightDto {
    return toFreightDto(freight, this.buildTrackingPageUrl(freight));
  }

  /** Returns null if the freight has no public tracking page. */
  buildTrackingPageUrl(freight: Freight): string | null {
    return this.freight.buildTrackingPageUrl(freight);
  }

  /** Locks the row until the transaction ends. @throws RowMissing */
  lock(tenant: Tenant, id: number): Promise<Freight> {
    return this.freight.lock(tenant, id);
  }

  /** Oldest first. Several, because carriers reuse PRO numbers. */
  listByProNumber(tenant: Tenant, proNumber: string): Promise<Freight[]> {
    return this.freight.listBy(tenant, { proNumber });
  }

  /** Returns null if the tenant has no shipment with this bill of lading number. */
  findByBolNumber(tenant: Tenant, bolNumber: string): Promise<Freight | null> {
    return this.freight.findBy(tenant, { bolNumber });
  }

  /** Locks the number until the transaction ends, so that no other freight gets it. */
  lockProNumber(tenant: Tenant, scac: string, proNumber: string): Promise<void> {
    return this.freight.lockProNumber(tenant, scac, proNumber);
  }

  /** Returns true for the first PDF of the bill of lading. */
  markBolPrinted(tenant: Tenant, id: number): Promise<boolean> {
    return this.freight.markBolPrinted(tenant, id);
  }

  updateTrackingStatus(tenant: Tenant, id: number, status: TrackingStatus): Promise<void> {
    return this.freight.updateTrackingStatus(tenant, id, status);
  }

  /**
   * Says what a person has to tell the carrier of voided freight, which needs attention until then.
   * @param statusReason null if nothing is left to tell
   */
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

  /** Calls `handler` after every change. Each handler gets the freight as the change left it. */
  onChange(handler: FreightChangeHandler): void {
    this.changeHandlers.push(handler);
  }

  onAdjust(handler: AdjustmentHandler): void {
    this.adjustmentHandlers.push(handler);
  }

  setBillingRule(rule: BillingRule): void {
    this.billingRule = rule;
  }

  setCreditLimit(limit: CreditLimit): void {
    this.creditLimit = limit;
  }

  /** Returns whether a customer is billed for the freight, now or later. */
  isBilled(tenant: Tenant, freight: Freight): Promise<boolean> {
    return this.billingRule(tenant, freight);
  }

  /**
   * Adds an adjustment of the cost to locked freight. An invoiced one also moves the charge, until the invoices determine it.
   * The part of a credit above the customer's charges becomes an adjustment of its own, which is not invoiced.
   */
  async adjust(tenant: Tenant, freight: Freight, change: Omit<Adjustment, 'createdAt'>): Promise<void> {
    const withheldCents = change.invoiced ? await this.computeWithheld(tenant, freight, change) : 0;
    const invoicedCents = change.amountCents - withheldCents;
    if (invoicedCents !== 0)
      await this.addAdjustment(tenant, freight, { ...change, amountCents: invoicedCents });
    if (withheldCents === 0) return;
    const adjusted = invoicedCents === 0 ? freight : await this.freight.get(tenant, freight.id);
    const note = withheldCents < 0 ? EXCEEDS_CHARGES : OFFSETS_EXCESS;
    const description = change.description.slice(0, MAX_DESCRIPTION_LENGTH - note.length) + note;
    const withheld = { invoiced: false, withheld: true, description, amountCents: withheldCents };
    await this.addAdjustment(tenant, adjusted, { ...change, ...withheld });
  }

  /** Returns the part that the customer's invoices leave out, in cents with the sign of the change. */
  private async computeWithheld(
    tenant: Tenant,
    freight: Freight,
    { amountCents }: Pick<Adjustment, 'amountCents'>,
  ): Promise<number> {
    if (amountCents < 0) return Math.min(0, amountCents + (await this.creditLimit(tenant, freight)));
    const earlier = freight.adjustments.filter(({ withheld }) => withheld);
    return Math.min(amountCents, -earlier.reduce((sum, one) => sum + one.amountCents, 0));
  }

  private async addAdjustment(
    tenant: Tenant,
    { id, adjustments, totalChargeCents }: Freight,
    change: Omit<Adjustment, 'createdAt'>,
  ): Promise<void> {
    const adjustment = { ...change, createdAt: new Date().toISOString() };
    const freight = await this.freight.changePrice(tenant, id, {
      adjustments: [...adjustments, adjustment],
      totalChargeCents: totalChargeCents + (adjustment.invoiced ? adjustment.amountCents : 0),
    });
    for (const handler of this.adjustmentHandlers) await handler(tenant, freight, adjustment);
  }

  /**
   * Sets the charge to what the customer was invoiced. @param invoicedCents null without an invoice: the charge is then the
   * quote's price and the adjustments that an invoice will include
   */
  async setInvoicedCharge(tenant: Tenant, id: number, invoicedCents: number | null): Promise<void> {
    const { adjustments, quotedCents, totalChargeCents } = await this.freight.lock(tenant, id);
    const pending = adjustments.filter(({ invoiced }) => invoiced);
    const charge = invoicedCents ?? pending.reduce((sum, { amountCents }) => sum + amountCents, quotedCents);
    if (charge === totalChargeCents) return;
    await this.freight.changePrice(tenant, id, { adjustments, totalChargeCents: charge });
  }

  /** Changes the status of locked freight. @throws Error if the state table has no such transition */
  async transition(
    tenant: Tenant,
    freight: Freight,
    trigger: FreightTrigger,
    values: TransitionValues = {},
  ): Promise<Freight> {
    // The pickup resolves what a person had to do before it.
    const resolved = trigger === 'pick_up' ? { statusReason: null } : {};
    await this.freight.transition(tenant, freight, trigger, { ...resolved, ...values });
    return this.notifyChangeHandlers(tenant, freight.id);
  }

  /** Changes everything but the status. */
  async applyChanges(tenant: Tenant, freight: Freight, values: TransitionValues): Promise<Freight> {
    await this.freight.applyChanges(tenant, freight, values);
    return this.notifyChangeHandlers(tenant, freight.id);
  }

  /** Locks freight of all tenants whose pickup day has ended without a pickup. */
  lockMissedPickups(limit: number): Promise<OwnedId[]> {
    return this.freight.lockMissedPickups(limit);
  }

  /**
   * Moves locked freight to the status that the carrier reports, with the `values` of each transition. Changes nothing if no
   * transitions lead there.
   */
  async advanceTo(
    tenant: Tenant,
    freight: Freight,
    to: FreightStatus,
    values: Partial<Record<FreightTrigger, TransitionValues>> = {},
  ): Promise<Freight> {
    const [trigger] = FREIGHT_STATES.findPath(freight.status, to, CARRIER_TRIGGERS) ?? [];
    if (!trigger) return freight;
    const moved = await this.transition(tenant, freight, trigger, values[trigger]);
    return this.advanceTo(tenant, moved, to, values);
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
