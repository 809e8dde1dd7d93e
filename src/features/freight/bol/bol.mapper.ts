import type { RateItem } from '../../carriers/carrier-requests.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { countUnits } from '../../quotes/rate-request.js';
import { formatNmfcCode, computeTotalWeight } from '../../quotes/quote.mapper.js';
import { getCountry } from '../../../domain/countries.js';
import { ACCESSORIALS } from '../../../domain/accessorials.js';
import { toFullCustomsDto } from '../record/customs.dto.js';
import type { Freight } from '../record/freight.entity.js';
import {
  toFullEmergencyContactDto,
  toFullOrderDto,
  toPartyDto,
  toShippedItems,
} from '../record/freight.mapper.js';
import type { FreightStatus } from '../record/freight-states.js';
import type { BolBillToDto, BolDto, BolLineDto, BolStatus } from './bol.dto.js';
import { formatShippingDescription } from './shipping-description.js';

/** Source of the fields: VICS Standard Bill of Lading (docs/reference/freight-facts.md). */
export function toBolDto(freight: Freight, quote: Quote): BolDto {
  const lines = toShippedItems(freight, quote);
  const allHazmat = quote.accessorials.includes('hazmat') && lines.every((line) => !line.hazmat);
  const items = lines.map((item) => toBolLineDto(item, freight, allHazmat));
  return {
    object: 'bol',
    bol_number: freight.bolNumber,
    freight_id: freight.id,
    status: toBolStatus(freight.status),
    pro_number: freight.proNumber,
    carrier: { name: freight.carrierName, scac: freight.scac },
    quote: { id: quote.id, net_charge_cents: freight.quotedCents },
    quote_number: quote.quoteNumber,
    service_level: freight.serviceLevel,
    ship_date: freight.pickupDate ?? freight.shipDate?.slice(0, 10) ?? null,
    ship_from: toPartyDto(freight.shipFrom),
    ship_to: toPartyDto(freight.shipTo),
    bill_to: toBolBillToDto(freight.billTo),
    freight_terms: freight.billTo?.type ?? 'prepaid',
    references: freight.referenceList,
    orders: freight.orderList.map(toFullOrderDto),
    emergency_contact: toFullEmergencyContactDto(freight.emergencyContact),
    customs: toFullCustomsDto(freight.customs),
    special_instructions: freight.specialInstructions,
    pickup_instructions: freight.pickupTimes?.instructions ?? null,
    limited_access: quote.limitedAccess,
    items,
    totals: {
      handling_units: countUnits(lines),
      pieces: sumPieces(items),
      weight: computeTotalWeight(quote.items),
    },
    declared_value_cents: quote.declaredValueCents,
    accessorials: quote.accessorials.map((name) => ACCESSORIALS[name]),
    created_at: freight.createdAt.toISOString(),
  };
}

export function toBolStatus(status: FreightStatus): BolStatus {
  if (status === 'draft') return 'draft';
  return status === 'voided' ? 'void' : 'final';
}

/** Adds the fields that older frozen bills lack. */
export function fillBolDefaults(content: BolDto): BolDto {
  return {
    ...content,
    orders: content.orders ?? [],
    emergency_contact: content.emergency_contact ?? null,
    customs: content.customs ?? null,
    ship_from: { ...content.ship_from, country: getCountry(content.ship_from) },
    ship_to: { ...content.ship_to, country: getCountry(content.ship_to) },
    bill_to: toBolBillToDto(content.bill_to),
    pickup_instructions: content.pickup_instructions ?? null,
    limited_access: content.limited_access ?? {},
    items: content.items.map((line) => ({
      ...line,
      packaging_type: line.packaging_type ?? null,
      hazmat_description: line.hazmat_description ?? null,
    })),
    totals: { ...content.totals, pieces: content.totals.pieces ?? sumPieces(content.items) },
    declared_value_cents: content.declared_value_cents ?? null,
  };
}

/**
 * The commodity of the draft describes items without a description.
 * @param allHazmat the quote has the hazmat accessorial and describes no item as hazardous
 */
function toBolLineDto(item: RateItem, { commodity }: Freight, allHazmat: boolean): BolLineDto {
  return {
    handling_units: item.quantity,
    handling_unit_type: resolveUnitType(item, commodity),
    pieces: item.pieces ?? null,
    packaging_type: item.packaging_type ?? null,
    weight: item.weight,
    hazmat: allHazmat || item.hazmat !== undefined,
    hazmat_description: item.hazmat ? formatShippingDescription(item.hazmat, item) : null,
    description: item.description ?? commodity?.description ?? '',
    nmfc_code: formatNmfcCode(item),
    freight_class: item.freight_class,
    length: item.length,
    width: item.width,
    height: item.height,
  };
}

/** The draft overrides the default unit type of an item. */
function resolveUnitType({ handling_unit_type: type }: RateItem, commodity: Freight['commodity']): string {
  return type === 'pallet' ? (commodity?.handling_unit_type ?? type) : type;
}

function toBolBillToDto(payer: Freight['billTo']): BolBillToDto {
  const { company = '', contact = '', address = '', city = '', state = '', zip = '' } = payer ?? {};
  const { phone = '', email = '', account = '' } = payer ?? {};
  const country = getCountry(payer ?? {});
  return { company, contact, address, city, state, zip, country, phone, email, account };
}

/** Returns null unless every line has a number of pieces. */
function sumPieces(items: BolLineDto[]): number | null {
  const pieces = items.map((line) => line.pieces);
  return pieces.every((count) => count !== null) ? pieces.reduce((sum, count) => sum + count, 0) : null;
}
