import { Injectable } from '@nestjs/common';
import type { CarrierScan, TrackingAnswer } from '../../carriers/parse-tracking.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { EventsService } from '../../events/events.service.js';
import { inBatches } from '../../../platform/jobs/batches.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { daysBetween, type Day } from '../../../domain/days.js';
import type { Freight } from '../record/freight.entity.js';
import { aboutFreight, shipmentException, shipmentInEvent } from '../record/shipment.events.js';
import { Shipments } from '../record/shipments.js';
import { BookingsRepository, type Claim } from './bookings.repository.js';
import { CarrierCalls } from './carrier-calls.js';

const BATCH = 10;
/** Days from the pickup day on in which a truck may still have come for it. */
const WATCHED_DAYS = 10;

/**
 * Compares what was called off with what the carrier says of it, a day later and every day until ten days after the
 * pickup day: freight that moves all the same is billed. What stands booked is followed by tracking anyway, and a pickup
 * that nobody came for is said to be missed.
 */
@Injectable()
export class ReconcileBookings {
  constructor(
    private readonly shipments: Shipments,
    private readonly bookings: BookingsRepository,
    private readonly calls: CarrierCalls,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Asks about all that are due; says how many. Safe in several processes at once. */
  async askDue(): Promise<number> {
    return inBatches(BATCH, async (limit) => {
      const claims = await this.bookings.claimCalledOff(limit);
      await Promise.all(claims.map((claim) => this.calls.inBackground(this.compare(claim))));
      return claims.length;
    });
  }

  private async compare(claim: Claim): Promise<void> {
    const { tenant, booking } = claim;
    const { proNumber, pickupDate, status } = await this.shipments.get(tenant, booking.freightId);
    const watched = status === 'voided' && !isOver(pickupDate ?? booking.tender.pickupDate);
    const asked = watched && proNumber !== null ? await this.calls.scansOf(claim, proNumber) : null;
    const moving = asked?.kind === 'done' && asked.answer ? movingIn(asked.answer) : null;
    if (watched && !moving) return;
    await this.transactions.run(async () => {
      const freight = await this.shipments.lock(tenant, booking.freightId);
      if (freight.status === 'voided') {
        if (moving) await this.tell(tenant, freight, moving);
        // Nobody comes for it any more: nobody has to telephone.
        else if (freight.trackingStatus === 'exception')
          await this.shipments.track(tenant, freight.id, 'cancelled');
      }
      await this.bookings.reconciled(tenant, booking.id);
    });
  }

  /** A person must call: the shipment is among those that need attention, and says why. */
  private async tell(tenant: Tenant, freight: Freight, { location }: CarrierScan): Promise<void> {
    const { id, scac, proNumber } = freight;
    const where = location === '' ? '' : ` in ${location}`;
    const statusReason = `${scac} moves PRO ${proNumber}${where} although it was cancelled: telephone it.`;
    const noted = await this.shipments.note(tenant, freight, { statusReason: statusReason.slice(0, 255) });
    await this.shipments.track(tenant, id, 'exception');
    const shipment = shipmentInEvent(noted, 'EXCEPTION', location);
    await this.events.publish(tenant, shipmentException, { shipment }, aboutFreight(noted));
  }
}

function isOver(pickupDate: Day): boolean {
  return daysBetween(pickupDate, today()) > WATCHED_DAYS;
}

function today(): Day {
  return new Date().toISOString().slice(0, 10);
}

/** The carrier's last word of the freight on its way; null when it has it nowhere, or agrees that it is cancelled. */
function movingIn({ scans }: TrackingAnswer): CarrierScan | null {
  const last = scans.toSorted((a, b) => Number(a.occurredAt) - Number(b.occurredAt)).at(-1);
  return last && last.status !== 'pending' && last.status !== 'cancelled' ? last : null;
}
