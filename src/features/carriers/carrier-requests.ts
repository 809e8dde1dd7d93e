import type { Accessorial } from '../../domain/accessorials.js';
import type { Day } from '../../domain/days.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import type { Hazmat } from '../../domain/hazmat.js';
import type { LimitedAccess } from '../../domain/limited-access.js';
import type { UnitType } from '../../domain/unit-types.js';

// What carriers are asked through the port, carrier-adapter.ts, in its units.

/** A place freight is rated from or to: a two-letter state and a ZIP of 5 or ZIP+4 digits. */
export interface Place {
  city: string;
  state: string;
  zip: string;
  company?: string | null;
  contact?: string | null;
}

/** A line of freight: handling units that are alike. Codes of NMFTA's eBOL are in `UNIT_TYPES`. */
export interface RateItem {
  /** Handling units, 1 to 999. */
  quantity: number;
  handling_unit_type: UnitType;
  /** Pounds of the whole line, pallets and packaging included. */
  weight: number;
  freight_class: FreightClass;
  /** Inches of one handling unit, outer dimensions. */
  length: number;
  width: number;
  height: number;
  /** Whether another handling unit may stand on top. */
  stackable: boolean;
  description?: string;
  /** Packages on all units of the line, and what each is. */
  pieces?: number;
  packaging_type?: UnitType;
  nmfc_item_number?: string;
  nmfc_sub_code?: string;
  /** Present when the line is dangerous. */
  hazmat?: Hazmat;
}

/** Who pays the carrier: the shipper, the consignee, or a third party. */
export type PaymentTerms = 'prepaid' | 'collect' | 'third_party';

/** Whom the carrier bills, where it isn't the side that the terms say. What isn't known is absent. */
export interface BillingParty extends Partial<Omit<Party, 'contact'>> {
  contact?: string;
  /** The account number with the carrier. */
  account?: string;
}

export interface RateRequest {
  origin: Place;
  destination: Place;
  items: RateItem[];
  /** Each is rated, or the request declined by naming it: a service left out would be a price too low. `requireCodes` does. */
  accessorials: Accessorial[];
  /** The kind of place, where it was named, of `limited_access_pickup` and `limited_access_delivery`. */
  limitedAccess: LimitedAccess;
  /** The day of pickup: a business day at the origin. */
  shipDate: Day;
  declaredValueCents: number | null;
  terms: PaymentTerms;
  billTo: BillingParty | null;
}

/** The full address of one side of a shipment. */
export interface Party extends Place {
  company: string;
  address: string;
  phone: string;
  email?: string | null;
}

/** Who answers at any hour when dangerous goods leak or burn: 49 CFR 172.604. */
export interface EmergencyContact {
  name: string;
  phone: string;
  /** With the agency that answers. */
  contractNumber?: string | null;
}

/** When the freight is ready and until when a driver is let in, `HH:MM` at the origin. */
export interface PickupWindow {
  readyTime: string;
  closeTime: string;
  contact?: string | null;
  phone?: string | null;
  instructions?: string | null;
}

/** What isn't known is absent. */
export interface CustomerOrder {
  number: string;
  packages?: number;
  weight?: number;
  palletized?: boolean;
  info?: string;
}

/** What a booking hands to the carrier. `reference` is ours and stays the same over every repeat of the call. */
export interface TenderRequest {
  /**
   * True when an earlier call may have reached the carrier. Where that wouldn't know the reference again, it is asked what
   * it has booked; one that can't be asked either, or doesn't know, is a CarrierUnsure: nothing is ever booked twice.
   */
  repeated?: boolean;
  /** The bill of lading number: 17 digits. */
  reference: string;
  /** Empty where the price is the organization's own tariff's. */
  carrierQuoteNumber: string;
  serviceCode: string;
  shipper: Party;
  consignee: Party;
  items: RateItem[];
  accessorials: Accessorial[];
  limitedAccess: LimitedAccess;
  declaredValueCents: number | null;
  terms: PaymentTerms;
  billTo: BillingParty | null;
  /** The shipper's own numbers, e.g. `PO`. */
  references: { name: string; value: string }[];
  /** The customer orders in the shipment; weights in pounds. */
  orders: CustomerOrder[];
  description: string;
  specialInstructions: string | null;
  pickupDate: Day;
  /** Null when nobody said. */
  pickup: PickupWindow | null;
  /** Present whenever a line is dangerous. */
  emergencyContact: EmergencyContact | null;
}

/** What a booking is known by. */
export interface BookedFreight {
  /** The bill of lading number. */
  reference: string;
  proNumber: string;
  /** The carrier's own name of the booking; null where it gave none. */
  bookingId: string | null;
}

/** A pickup of freight that is booked, as it is to be from now on. */
export interface PickupRequest {
  /** The bill of lading number. */
  reference: string;
  proNumber: string;
  /** The carrier's number for the pickup as it stands; null when there is none. */
  confirmation: string | null;
  /** Null calls the pickup off; the booking stays. */
  wanted: { date: Day; window: PickupWindow | null } | null;
}
