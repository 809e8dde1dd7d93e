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

/** What a consignee may know of a shipment: nothing of prices, references and people, and of the parties their places alone. */
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
  /** The carrier's own page. */
  trackingUrl: string | null;
  status: TrackingStatus;
  /** The status in words. */
  headline: string;
  /** What it means, where the word alone doesn't say it; else empty. */
  meaning: string;
  /** A day in words; empty when it is over or nobody knows. */
  expected: string;
  /** Whether that day is over by the consignee's calendar. */
  late: boolean;
  /** Newest first. */
  events: { headline: string; place: string; when: string }[];
}

const HEADLINES: Record<TrackingStatus, string> = {
  pending: 'Being prepared',
  picked_up: 'Picked up',
  in_transit: 'On its way',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  exception: 'Held up',
  cancelled: 'Cancelled',
};
const BOOKED_HEADLINE = 'Booked';

const MEANINGS: Partial<Record<TrackingStatus, string>> = {
  out_for_delivery: 'It is on the truck that delivers it.',
  exception: 'Something holds this shipment up. The carrier says when it goes on.',
  cancelled: 'This shipment does not come.',
};

/** Reads it, for the page and for mails. */
@Injectable()
export class TrackingPageViewService {
  constructor(
    private readonly trackingQuery: TrackingQueryService,
    private readonly profiles: OrganizationProfiles,
    private readonly documents: FreightDocumentsService,
  ) {}

  async build(tenant: Tenant, freight: Freight): Promise<TrackingPageView> {
    const { party, logo } = await this.profiles.letterhead(tenant);
    const way = await this.trackingQuery.getByFreight(tenant, freight.id);
    const status = resolveStatus(freight, way);
    const over = status === 'delivered' || status === 'cancelled';
    const day = over ? null : resolveExpectedDay(freight, way);
    const headline = status === 'pending' && isBooked(freight) ? BOOKED_HEADLINE : HEADLINES[status];
    return {
      test: tenant.mode === 'test',
      shipper: party.company,
      logo,
      from: formatPlace(freight.shipFrom),
      to: formatPlace(freight.shipTo),
      carrier: freight.carrierName,
      proNumber: freight.proNumber,
      trackingUrl: way.tracking_url,
      status,
      headline,
      meaning: MEANINGS[status] ?? '',
      expected: day === null ? '' : formatDay(day),
      late: day !== null && day < toLocalDay(getDestinationTimeZone(freight), new Date()),
      events: way.events
        .map((event) => ({
          headline: HEADLINES[event.status],
          place: event.location,
          when: formatEventTime(event, freight),
        }))
        .reverse(),
    };
  }

  /** Who ships, by its letterhead. */
  async getShipperName(tenant: Tenant): Promise<string> {
    return (await this.profiles.letterhead(tenant)).party.company;
  }

  /** What the consignee signed; null as long as there is nothing. */
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

/** The carrier's word, else the transit days. */
function resolveExpectedDay(freight: Freight, way: TrackingDto): string | null {
  return parseCarrierDay(way.estimated_delivery, freight) ?? freight.estimatedDeliveryDate;
}

function formatPlace({ city, state }: FreightParty): string {
  return `${city}, ${state}`;
}
