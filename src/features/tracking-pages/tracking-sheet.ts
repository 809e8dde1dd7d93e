import { Injectable } from '@nestjs/common';
import { FreightDocumentsService } from '../freight/documents/freight-documents.service.js';
import type { FreightDocument } from '../freight/documents/freight-document.entity.js';
import type { Freight, FreightParty } from '../freight/record/freight.entity.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackingDto } from '../tracking/tracking.dto.js';
import { TrackingReader } from '../tracking/tracking-reader.service.js';
import { dayIn } from '../../domain/time-zones.js';
import type { TrackingStatus } from '../../domain/tracking-status.js';
import { dayOfWords, localTime, written, zoneOfDestination } from './local-times.js';

/** What a consignee may know of a shipment: nothing of prices, references and people, and of the parties their places alone. */
export interface TrackingSheet {
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
const BOOKED = 'Booked';

const MEANINGS: Partial<Record<TrackingStatus, string>> = {
  out_for_delivery: 'It is on the truck that delivers it.',
  exception: 'Something holds this shipment up. The carrier says when it goes on.',
  cancelled: 'This shipment does not come.',
};

/** Reads it, for the page and for mails. */
@Injectable()
export class TrackingSheets {
  constructor(
    private readonly tracking: TrackingReader,
    private readonly profiles: OrganizationProfiles,
    private readonly documents: FreightDocumentsService,
  ) {}

  async of(tenant: Tenant, freight: Freight): Promise<TrackingSheet> {
    const { party, logo } = await this.profiles.letterhead(tenant);
    const way = await this.tracking.ofFreight(tenant, freight.id);
    const status = statusOf(freight, way);
    const over = status === 'delivered' || status === 'cancelled';
    const day = over ? null : expectedDay(freight, way);
    const headline = status === 'pending' && isBooked(freight) ? BOOKED : HEADLINES[status];
    return {
      test: tenant.mode === 'test',
      shipper: party.company,
      logo,
      from: placeOf(freight.shipFrom),
      to: placeOf(freight.shipTo),
      carrier: freight.carrierName,
      proNumber: freight.proNumber,
      trackingUrl: way.tracking_url,
      status,
      headline,
      meaning: MEANINGS[status] ?? '',
      expected: day === null ? '' : written(day),
      late: day !== null && day < dayIn(zoneOfDestination(freight), new Date()),
      events: way.events
        .map((event) => ({
          headline: HEADLINES[event.status],
          place: event.location,
          when: localTime(event, freight),
        }))
        .reverse(),
    };
  }

  /** Who ships, by its letterhead. */
  async shipper(tenant: Tenant): Promise<string> {
    return (await this.profiles.letterhead(tenant)).party.company;
  }

  /** What the consignee signed; null as long as there is nothing. */
  proofOf(tenant: Tenant, freightId: number): Promise<FreightDocument | null> {
    return this.documents.newest(tenant, freightId, 'pod');
  }
}

function statusOf(freight: Freight, { status }: TrackingDto): TrackingStatus {
  if (freight.status === 'voided') return 'cancelled';
  return freight.status === 'delivered' ? 'delivered' : status;
}

function isBooked({ status }: Freight): boolean {
  return status === 'carrier_accepted' || status === 'scheduled';
}

/** The carrier's word, else the transit days. */
function expectedDay(freight: Freight, way: TrackingDto): string | null {
  return dayOfWords(way.estimated_delivery, freight) ?? freight.estimatedDeliveryDate;
}

function placeOf({ city, state }: FreightParty): string {
  return `${city}, ${state}`;
}
