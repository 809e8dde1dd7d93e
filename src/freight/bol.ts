import type { BolDocument, DocumentParty, DocumentState } from '../documents/bol-document.js';
import type { LabelsDocument } from '../documents/labels-document.js';
import type { Quote } from '../quotes/quote.entity.js';
import { nmfcCode, totalWeight } from '../quotes/quote.presenter.js';
import type { Mode } from '../tenancy/tenant.js';
import { ACCESSORIALS } from '../vocabulary/accessorials.js';
import type { BolDto, BolLineDto, BolStatus } from './bol.dto.js';
import type { Freight } from './freight.entity.js';
import { fullParty } from './freight.presenter.js';
import type { FreightStatus } from './freight-states.js';

/** The bill of lading of a shipment. Source of its fields: VICS Standard Bill of Lading, field.md 6.2. */
export function composeBol(freight: Freight, quote: Quote): BolDto {
  const items = quote.items.map((item) => toLine(item, freight, quote));
  const { company = '', contact = '', address = '', type = 'prepaid' } = freight.billTo ?? {};
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
    bill_to: { company, contact, address },
    freight_terms: type,
    references: freight.referenceList,
    special_instructions: freight.specialInstructions,
    items,
    totals: { handling_units: items.length, weight: totalWeight(quote.items) },
    accessorials: quote.accessorials.map((name) => ACCESSORIALS[name]),
    created_at: freight.createdAt.toISOString(),
  };
}

/** What the paper says it is. */
export function bolStatus(status: FreightStatus): BolStatus {
  if (status === 'draft') return 'draft';
  return status === 'voided' ? 'void' : 'final';
}

/** What was quoted is what is shipped; the draft's commodity describes lines that have no words of their own. */
function toLine(item: Quote['items'][number], { commodity }: Freight, quote: Quote): BolLineDto {
  return {
    handling_units: 1,
    handling_unit_type: commodity?.handling_unit_type ?? 'pallet',
    pieces: item.pieces ?? null,
    weight: item.weight,
    hazmat: quote.accessorials.includes('hazmat'),
    description: item.description ?? commodity?.description ?? '',
    nmfc_code: nmfcCode(item),
    freight_class: item.freight_class,
    length: item.length,
    width: item.width,
    height: item.height,
  };
}

/** What the bill of lading's template prints. */
export function bolDocument(bol: BolDto, mode: Mode): BolDocument {
  const { company, contact, address } = bol.bill_to;
  return {
    ...shared(bol, mode),
    issuedAt: bol.created_at,
    terms: bol.freight_terms,
    billTo: company || contact || address ? { ...NOWHERE, company, contact, address } : null,
    specialInstructions: bol.special_instructions ?? '',
    orders: bol.references
      .filter(({ name }) => /^p\.?o\b/i.test(name))
      .map(({ value }) => ({ number: value, packages: null, weight: null, note: '' })),
    lines: bol.items.map((line) => ({
      handlingUnits: line.handling_units,
      handlingUnitType: line.handling_unit_type,
      pieces: line.pieces,
      packageType: '',
      weight: line.weight,
      hazmat: line.hazmat,
      description: line.description,
      nmfc: line.nmfc_code ?? '',
      freightClass: line.freight_class,
      length: line.length,
      width: line.width,
      height: line.height,
    })),
    accessorials: bol.accessorials,
    codCents: null,
    declaredValueCents: null,
    totals: { handlingUnits: bol.totals.handling_units, pieces: null, weight: bol.totals.weight },
  };
}

/** One label for each handling unit. */
export function labelsDocument(bol: BolDto, mode: Mode): LabelsDocument {
  return {
    ...shared(bol, mode),
    units: bol.items.map((line) => ({
      handlingUnitType: line.handling_unit_type,
      description: line.description,
      freightClass: line.freight_class,
      weight: line.weight,
      length: line.length,
      width: line.width,
      height: line.height,
      hazmat: line.hazmat,
    })),
  };
}

const NOWHERE: DocumentParty = {
  company: '',
  contact: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  email: '',
};

function shared(bol: BolDto, mode: Mode) {
  return {
    state: bol.status as DocumentState,
    test: mode === 'test',
    bolNumber: bol.bol_number,
    proNumber: bol.pro_number,
    carrier: bol.carrier,
    quoteNumber: bol.quote_number,
    serviceLevel: bol.service_level,
    pickupDate: bol.ship_date,
    shipFrom: bol.ship_from,
    shipTo: bol.ship_to,
    references: bol.references,
  };
}
