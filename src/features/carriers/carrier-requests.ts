import type { Accessorial } from '../../domain/accessorials.js';
import type { Country } from '../../domain/countries.js';
import type { Day } from '../../domain/days.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import type { Hazmat } from '../../domain/hazmat.js';
import type { LimitedAccess } from '../../domain/limited-access.js';
import type { UnitType } from '../../domain/unit-types.js';

// The requests of the port; carrier-adapter.ts has the units.

/** `state` has two letters; `zip` is a ZIP or ZIP+4, in Canada `M5V 3L9`, in Mexico five digits. */
export interface Place {
  city: string;
  state: string;
  zip: string;
  /** Absent: `US`. The gateway declines countries that the adapter does not list. */
  country?: Country;
  company?: string | null;
  contact?: string | null;
}

/** A line of identical handling units. `UNIT_TYPES` has the eBOL codes. */
export interface RateItem {
  /** Number of handling units, 1 to 999. */
  quantity: number;
  handling_unit_type: UnitType;
  /** Pounds of the whole line with pallets and packaging. */
  weight: number;
  freight_class: FreightClass;
  /** Outer dimensions of one handling unit in inches. */
  length: number;
  width: number;
  height: number;
  /** True if another handling unit may be stacked on top. */
  stackable: boolean;
  description?: string;
  /** Number of packages on all units of the line. */
  pieces?: number;
  packaging_type?: UnitType;
  nmfc_item_number?: string;
  nmfc_sub_code?: string;
  /** Present if the line is dangerous. */
  hazmat?: Hazmat;
}

/** Payer: the shipper, the consignee or a third party. */
export type PaymentTerms = 'prepaid' | 'collect' | 'third_party';

/** The payer, if it differs from the side that the terms name. Unknown fields are absent. */
export interface BillingParty extends Partial<Omit<Party, 'contact'>> {
  contact?: string;
  /** Account number with the carrier. */
  account?: string;
}

export interface RateRequest {
  origin: Place;
  destination: Place;
  items: RateItem[];
  /** The adapter must rate each service or decline and name it: `requireCodes`. Omitting one would make the price too low. */
  accessorials: Accessorial[];
  /** The kinds of place for `limited_access_pickup` and `limited_access_delivery`, if known. */
  limitedAccess: LimitedAccess;
  /** Pickup day at the origin. It is a business day unless the client forced another day. */
  shipDate: Day;
  declaredValueCents: number | null;
  terms: PaymentTerms;
  billTo: BillingParty | null;
}

export interface Party extends Place {
  company: string;
  address: string;
  phone: string;
  email?: string | null;
}

/** The 24-hour emergency contact of 49 CFR 172.604. */
export interface EmergencyContact {
  name: string;
  phone: string;
  /** Contract with the emergency response provider. */
  contractNumber?: string | null;
}

/** Pickup hours, `HH:MM` at the origin. */
export interface PickupWindow {
  readyTime: string;
  closeTime: string;
  contact?: string | null;
  phone?: string | null;
  instructions?: string | null;
}

/** Unknown fields are absent. */
export interface CustomerOrder {
  number: string;
  packages?: number;
  weight?: number;
  palletized?: boolean;
  info?: string;
}

export interface TenderRequest {
  /**
   * True if an earlier call may have reached the carrier. Unless the carrier recognizes the reference, the adapter must look
   * up the booking, or throw CarrierUnsure if it cannot. It must never book twice.
   */
  repeated?: boolean;
  /** Lading's bill of lading number: 17 digits, the same in every retry. */
  reference: string;
  /** Empty if the price comes from the organization's own tariff. */
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
  /** The shipper's reference numbers, e.g. `PO`. */
  references: { name: string; value: string }[];
  /** Customer orders in the shipment; weights in pounds. */
  orders: CustomerOrder[];
  description: string;
  specialInstructions: string | null;
  pickupDate: Day;
  /** Null if the hours are unknown. */
  pickup: PickupWindow | null;
  /** Present if a line is dangerous. */
  emergencyContact: EmergencyContact | null;
}

export interface BookedFreight {
  /** Bill of lading number. */
  reference: string;
  proNumber: string;
  /** The carrier's id of the booking, if any. */
  bookingId: string | null;
}

/** The wanted state of a booked pickup. */
export interface PickupRequest {
  /** Bill of lading number. */
  reference: string;
  proNumber: string;
  /** The carrier's current number for the pickup, if any. */
  confirmation: string | null;
  /** Null cancels the pickup and keeps the booking. */
  wanted: { date: Day; window: PickupWindow | null } | null;
}
