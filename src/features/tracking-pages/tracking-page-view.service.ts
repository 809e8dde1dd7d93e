import { Injectable } from '@nestjs/common';
import { FreightDocumentsService } from '../freight/documents/freight-documents.service.js';
import type { FreightDocument } from '../freight/documents/freight-document.entity.js';
import type { Freight, FreightParty } from '../freight/record/freight.entity.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackingDto } from '../tracking/tracking.dto.js';
import { TrackingQueryService } from '../tracking/tracking-query.service.js';
import { toLocalDay } from '../../domain/local-time.js';
import type { TrackingStatus } from '../../domain/tracking-status.js';
import { parseCarrierDay, formatEventTime, formatDay, getDestinationTimeZone } from './consignee-times.js';

/** The data that a consignee may see: no prices, references or contacts, and only the city and state of the parties. */
export interface TrackingPageView {
  test: boolean;
  shipper: string;
  /** A `data:` URL; empty without a logo. */
  logo: string;
  /** `Los Angeles, CA` */
  from: string;
  to: string;
  carrier: string;
  proNumber: string | null;
  trackingUrl: string | null;
  status: TrackingStatus;
  headline: string;
  /** Explains the headline; may be empty. */
  meaning: string;
  /** Expected delivery day in words; empty if unknown, delivered or canceled. */
  expected: string;
  /** True if the expected day has passed at the destination. */
  late: boolean;
  /** Newest first. */
  events: { headline: string; place: string; when: string }[];
}

const HEADLINES: Record<TrackingStatus, string> = {
  pending: 'Awaiting pickup',
  picked_up: 'Picked up',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  exception: 'Delayed',
  cancelled: 'Canceled',
};
const BOOKED_HEADLINE = 'Booked';

const MEANINGS: Partial<Record<TrackingStatus, string>> = {
  out_for_delivery: 'The shipment is on the delivery truck.',
  exception: 'The carrier reports a delay.',
  cancelled: 'This shipment will not be delivered.',
};

@Injectable()
export class TrackingPageViewService {
  constructor(
    private readonly trackingQuery: TrackingQueryService,
    private readonly profiles: OrganizationProfiles,
    private readonly documents: FreightDocumentsService,
  ) {}

  async build(tenant: Tenant, freight: Freight): Promise<TrackingPageView> {
    const { party, logo } = await this.profiles.letterhead(tenant);
    const tracking = await this.trackingQuery.getByFreight(tenant, freight.id);
    const status = resolveStatus(freight, tracking);
    const over = status === 'delivered' || status === 'cancelled';
    const day = over ? null : resolveExpectedDay(freight, tracking);
    const headline = status === 'pending' && isBooked(freight) ? BOOKED_HEADLINE : HEADLINES[status];
    return {
      test: tenant.mode === 'test',
      shipper: party.company,
      logo,
      from: formatPlace(freight.shipFrom),
      to: formatPlace(freight.shipTo),
      carrier: freight.carrierName,
      proNumber: freight.proNumber,
      trackingUrl: tracking.tracking_url,
      status,
      headline,
      meaning: MEANINGS[status] ?? '',
      expected: day === null ? '' : formatDay(day),
      late: day !== null && day < toLocalDay(getDestinationTimeZone(freight), new Date()),
      events: tracking.events
        .map((event) => ({
          headline: HEADLINES[event.status],
          place: event.location,
          when: formatEventTime(event, freight),
        }))
        .reverse(),
    };
  }

  async getShipperName(tenant: Tenant): Promise<string> {
    return (await this.profiles.letterhead(tenant)).party.company;
  }

  findProofOfDelivery(tenant: Tenant, freightId: number): Promise<FreightDocument | null> {
    return this.documents.findNewest(tenant, freightId, 'pod');
  }
}

function resolveStatus(freight: Freight, { status }: TrackingDto): TrackingStatus {
  if (freight.status === 'voided') return 'cancelled';
  return freight.status === 'delivered' ? 'delivered' : status;
}

function isBooked({ status }: Freight): boolean {
  return status === 'carrier_accepted' || status === 'scheduled';
}

/** Prefers the carrier's estimate to the transit days. */
function resolveExpectedDay(freight: Freight, tracking: TrackingDto): string | null {
  return parseCarrierDay(tracking.estimated_delivery, freight) ?? freight.estimatedDeliveryDate;
}

function formatPlace({ city, state }: FreightParty): string {
  return `${city}, ${state}`;
}
