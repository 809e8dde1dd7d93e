import type { RateItem } from '../../carriers/carrier-requests.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { unitCount } from '../../quotes/quote-items.js';
import { nmfcCode, totalWeight } from '../../quotes/quote.presenter.js';
import { ACCESSORIALS } from '../../../domain/accessorials.js';
import type { Freight } from '../record/freight.entity.js';
import { fullEmergencyContact, fullOrder, fullParty } from '../record/freight.presenter.js';
import type { FreightStatus } from '../record/freight-states.js';
import { shippedItems } from '../record/shipped-items.js';
import type { BolBillToDto, BolDto, BolLineDto, BolStatus } from './bol.dto.js';
import { shippingDescription } from './shipping-description.js';

/** The bill of lading of a shipment. Source of its fields: VICS Standard Bill of Lading (docs/freight-facts.md). */
export function composeBol(freight: Freight, quote: Quote): BolDto {
  const lines = shippedItems(freight, quote);
  const allHazmat = quote.accessorials.includes('hazmat') && lines.every((line) => !line.hazmat);
  const items = lines.map((item) => toLine(item, freight, allHazmat));
  return {
    object: 'bol',
    bol_number: freight.bolNumber,
    freight_id: freight.id,
    status: bolStatus(freight.status),
    pro_number: freight.proNumber,
    carrier: { name: freight.carrierName, scac: freight.scac },
    quote: { id: quote.id, net_charge_cents: freight.quotedCents },
    quote_number: quote.quoteNumber,
    service_level: freight.serviceLevel,
    ship_date: freight.pickupDate ?? freight.shipDate?.slice(0, 10) ?? null,
    ship_from: fullParty(freight.shipFrom),
    ship_to: fullParty(freight.shipTo),
    bill_to: fullPayer(freight.billTo),
    freight_terms: freight.billTo?.type ?? 'prepaid',
    references: freight.referenceList,
    orders: freight.orderList.map(fullOrder),
    emergency_contact: fullEmergencyContact(freight.emergencyContact),
    special_instructions: freight.specialInstructions,
    pickup_instructions: freight.pickupTimes?.instructions ?? null,
    limited_access: quote.limitedAccess,
    items,
    totals: {
      handling_units: unitCount(lines),
      pieces: totalPieces(items),
      weight: totalWeight(quote.items),
    },
    declared_value_cents: quote.declaredValueCents,
    accessorials: quote.accessorials.map((name) => ACCESSORIALS[name]),
    created_at: freight.createdAt.toISOString(),
  };
}

/** What the paper says it is. */
export function bolStatus(status: FreightStatus): BolStatus {
  if (status === 'draft') return 'draft';
  return status === 'voided' ? 'void' : 'final';
}

/** A bill that was frozen before bills said as much: with every field. */
export function wholeBol(content: BolDto): BolDto {
  return {
    ...content,
    orders: content.orders ?? [],
    emergency_contact: content.emergency_contact ?? null,
    bill_to: fullPayer(content.bill_to),
    pickup_instructions: content.pickup_instructions ?? null,
    limited_access: content.limited_access ?? {},
    items: content.items.map((line) => ({
      ...line,
      packaging_type: line.packaging_type ?? null,
      hazmat_description: line.hazmat_description ?? null,
    })),
    totals: { ...content.totals, pieces: content.totals.pieces ?? totalPieces(content.items) },
    declared_value_cents: content.declared_value_cents ?? null,
  };
}

/**
 * What was quoted is what is shipped; the draft's commodity describes lines that have no words of their own.
 * @param allHazmat the accessorial alone, without a line described as dangerous, marks all
 */
function toLine(item: RateItem, { commodity }: Freight, allHazmat: boolean): BolLineDto {
  return {
    handling_units: item.quantity,
    handling_unit_type: unitWord(item, commodity),
    pieces: item.pieces ?? null,
    packaging_type: item.packaging_type ?? null,
    weight: item.weight,
    hazmat: allHazmat || item.hazmat !== undefined,
    hazmat_description: item.hazmat ? shippingDescription(item.hazmat, item) : null,
    description: item.description ?? commodity?.description ?? '',
    nmfc_code: nmfcCode(item),
    freight_class: item.freight_class,
    length: item.length,
    width: item.width,
    height: item.height,
  };
}

/** What a line says it stands on; the draft's words for lines that say nothing beyond the default. */
function unitWord({ handling_unit_type: type }: RateItem, commodity: Freight['commodity']): string {
  return type === 'pallet' ? (commodity?.handling_unit_type ?? type) : type;
}

function fullPayer(payer: Freight['billTo']): BolBillToDto {
  const { company = '', contact = '', address = '', city = '', state = '', zip = '' } = payer ?? {};
  const { phone = '', email = '', account = '' } = payer ?? {};
  return { company, contact, address, city, state, zip, phone, email, account };
}

/** Null unless every line says how many pieces it has. */
function totalPieces(items: BolLineDto[]): number | null {
  const pieces = items.map((line) => line.pieces);
  return pieces.every((count) => count !== null) ? pieces.reduce((sum, count) => sum + count, 0) : null;
}
