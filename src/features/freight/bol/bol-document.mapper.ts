import type { BolDocument, BolOrder, DocumentState } from '../../../platform/pdf/bol-document.js';
import type { CommercialInvoiceDocument } from '../../../platform/pdf/commercial-invoice-document.js';
import type { LabelFormat, LabelsDocument } from '../../../platform/pdf/labels-document.js';
import type { Letterhead } from '../../../platform/auth/letterhead.js';
import type { Mode } from '../../../platform/tenancy/tenant.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { formatForeignCountry } from '../../../domain/countries.js';
import { LIMITED_ACCESS } from '../../../domain/limited-access.js';
import { UNIT_TYPES, parseUnitType } from '../../../domain/unit-types.js';
import type { FullCustomsDto } from '../record/customs.dto.js';
import type { BolDto } from './bol.dto.js';

export function toBolDocument(bol: BolDto, mode: Mode, issuer: Letterhead): BolDocument {
  const { handling_units: handlingUnits, pieces, weight } = bol.totals;
  const orders = toBolOrders(bol);
  return {
    ...buildSharedFields(bol, mode),
    issuer,
    issuedAt: bol.created_at,
    terms: bol.freight_terms,
    billTo: Object.values({ ...bol.bill_to, country: '' }).some(Boolean) ? bol.bill_to : null,
    emergency: bol.emergency_contact && {
      name: bol.emergency_contact.name,
      phone: bol.emergency_contact.phone,
      contract: bol.emergency_contact.contract_number ?? '',
    },
    specialInstructions: formatInstructions(bol),
    orders,
    lines: bol.items.map((line) => ({
      handlingUnits: line.handling_units,
      handlingUnitType: formatUnitType(line.handling_unit_type),
      pieces: line.pieces,
      packageType: formatUnitType(line.packaging_type),
      weight: line.weight,
      hazmat: line.hazmat,
      hazmatDescription: line.hazmat_description ?? '',
      description: line.description,
      nmfc: line.nmfc_code ?? '',
      freightClass: line.freight_class,
      length: line.length,
      width: line.width,
      height: line.height,
    })),
    accessorials: bol.accessorials,
    codCents: null,
    declaredValueCents: bol.declared_value_cents,
    totals: {
      handlingUnits,
      pieces,
      weight,
      packages: sumCounts(orders.map((order) => order.packages)) ?? pieces ?? handlingUnits,
      orderedWeight: sumCounts(orders.map((order) => order.weight)) ?? weight,
    },
  };
}

function formatInstructions({
  special_instructions: special,
  pickup_instructions: pickup,
  limited_access: limited,
  customs,
}: BolDto) {
  const access = (['pickup', 'delivery'] as const).flatMap((side) => {
    const kind = limited[side];
    return kind ? [`Limited access ${side}: ${LIMITED_ACCESS[kind]}`] : [];
  });
  return [special, pickup && `Pickup: ${pickup}`, ...access, ...formatCustoms(customs)]
    .filter(Boolean)
    .join('\n');
}

/** Returns the lines for the driver at the border: the broker and the numbers of the advance notice. */
function formatCustoms(customs: FullCustomsDto | null): string[] {
  const { broker, pars_number: pars, paps_number: paps } = customs ?? {};
  return [
    broker && `Customs broker: ${broker.company}, ${broker.phone}`,
    pars && `PARS: ${pars}`,
    paps && `PAPS: ${paps}`,
  ].filter((line): line is string => Boolean(line));
}

/** @throws ApiError customs_items_missing */
export function toCommercialInvoiceDocument(
  bol: BolDto,
  mode: Mode,
  issuer: Letterhead,
): CommercialInvoiceDocument {
  const { customs, ship_from: exporter, ship_to: consignee } = bol;
  if (!customs || customs.items.length === 0)
    throw new ApiError('customs_items_missing', { param: 'customs.items' });
  const lines = customs.items.map((item) => ({
    description: item.description,
    hsCode: item.hs_code,
    countryOfOrigin: item.country_of_origin,
    quantity: item.quantity,
    unitValueCents: item.unit_value_cents,
    valueCents: item.quantity * item.unit_value_cents,
  }));
  const { address, city, state, zip } = consignee;
  const place = `${city}, ${state} ${zip}${formatForeignCountry(consignee)}`;
  return {
    issuer,
    test: mode === 'test',
    bolNumber: bol.bol_number,
    proNumber: bol.pro_number,
    carrier: bol.carrier,
    pickupDate: bol.ship_date,
    exporter,
    consignee,
    importer: customs.importer ?? {
      company: consignee.company,
      address: [address, place].filter(Boolean).join(', '),
    },
    broker: customs.broker,
    incoterm: customs.incoterm ?? '',
    parsNumber: customs.pars_number ?? '',
    papsNumber: customs.paps_number ?? '',
    references: bol.references,
    lines,
    totals: {
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      valueCents: lines.reduce((sum, { valueCents }) => sum + valueCents, 0),
      handlingUnits: bol.totals.handling_units,
      weight: bol.totals.weight,
    },
  };
}

/** Falls back to purchase orders among the references. A single order has the whole shipment. */
function toBolOrders({ orders, references, totals }: BolDto): BolOrder[] {
  const rows: BolOrder[] =
    orders.length > 0
      ? orders.map(({ info, ...order }) => ({ ...order, note: info ?? '' }))
      : references
          .filter(({ name }) => /^p\.?o\b/i.test(name))
          .map(({ value }) => ({ number: value, packages: null, weight: null, palletized: null, note: '' }));
  const [only] = rows;
  if (!only || rows.length > 1) return rows;
  return [
    {
      ...only,
      packages: only.packages ?? totals.pieces ?? totals.handling_units,
      weight: only.weight ?? totals.weight,
    },
  ];
}

/** Keeps types that are not in the list. */
function formatUnitType(type: string | null): string {
  const name = type && parseUnitType(type);
  return name ? UNIT_TYPES[name].label : (type ?? '');
}

/** Returns null if there are no counts or one is unknown. */
function sumCounts(counts: (number | null)[]): number | null {
  if (counts.length === 0 || counts.includes(null)) return null;
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** Builds labels `first` to `last`, numbered over all lines. A unit has its share of the line's weight. */
export function toLabelsDocument(
  bol: BolDto,
  mode: Mode,
  { first, last, format }: { first: number; last: number; format: LabelFormat },
): LabelsDocument {
  let before = 0;
  const units = bol.items.flatMap((line) => {
    const numbers = Array.from({ length: line.handling_units }, (_, index) => before + index + 1);
    before += line.handling_units;
    return numbers
      .filter((number) => number >= first && number <= last)
      .map((number) => ({
        number,
        handlingUnitType: formatUnitType(line.handling_unit_type),
        description: line.description,
        freightClass: line.freight_class,
        weight: line.weight / line.handling_units,
        length: line.length,
        width: line.width,
        height: line.height,
        hazmat: line.hazmat,
      }));
  });
  return { ...buildSharedFields(bol, mode), format, count: bol.totals.handling_units, units };
}

function buildSharedFields(bol: BolDto, mode: Mode) {
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
