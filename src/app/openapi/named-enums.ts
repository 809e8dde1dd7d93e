import type { OpenAPIObject } from '@nestjs/swagger';
import { LOCATION_TYPES } from '../../features/addresses/address.entity.js';
import { COMPARED_TYPES } from '../../features/bills/compare-charges.js';
import { BILL_STATUSES } from '../../features/bills/bill-states.js';
import { CARRIER_DOCUMENTS, GRADES } from '../../features/carriers/carrier-adapter.js';
import { CARRIER_OUTCOMES } from '../../features/carriers/price-result.js';
import { BOL_STATUSES } from '../../features/freight/bol/bol.dto.js';
import { INCOTERMS } from '../../features/freight/record/customs.dto.js';
import { FREIGHT_STATUSES } from '../../features/freight/record/freight-states.js';
import { BILL_TO_TYPES } from '../../features/freight/record/parties.dto.js';
import { INVOICE_STATUSES } from '../../features/invoices/invoice-states.js';
import { NOTICES } from '../../features/tracking-pages/tracking-link.entity.js';
import { QUOTE_STATUSES } from '../../features/quotes/quote-states.js';
import { ACCESSORIALS } from '../../domain/accessorials.js';
import { CHARGE_TYPES } from '../../domain/charges.js';
import { COUNTRIES } from '../../domain/countries.js';
import { CURRENCIES } from '../../domain/currencies.js';
import { FREIGHT_CLASSES } from '../../domain/freight-classes.js';
import { LIMITED_ACCESS_KINDS } from '../../domain/limited-access.js';
import { TRACKING_STATUSES } from '../../domain/tracking-status.js';
import { UNIT_TYPE_NAMES } from '../../domain/unit-types.js';
import { ATTEMPT_ERRORS, DELIVERY_STATUSES } from '../../features/webhooks/delivery-states.js';
import { ref, type JsonObject } from './document-types.js';

interface NamedEnum {
  description: string;
  values: readonly string[];
}

/** Enums used in several places. Each becomes one schema, so that typed clients have one type for it. */
const NAMED_ENUMS: Record<string, NamedEnum> = {
  FreightStatus: { description: 'The state of a shipment.', values: FREIGHT_STATUSES },
  TrackingStatus: { description: 'The tracking state of a shipment.', values: TRACKING_STATUSES },
  FreightClass: { description: 'An NMFC freight class, as text.', values: FREIGHT_CLASSES },
  ChargeType: { description: 'The type of a charge.', values: CHARGE_TYPES },
  ComparedType: {
    description: 'The type of charge, or the total, that an audit line compares.',
    values: COMPARED_TYPES,
  },
  AccessorialCode: {
    description: 'A service beyond the linehaul, by its NMFTA eBOL code.',
    values: Object.values(ACCESSORIALS).map(({ code }) => code),
  },
  QuoteStatus: { description: 'The state of a quote.', values: QUOTE_STATUSES },
  InvoiceStatus: { description: 'The state of an invoice.', values: INVOICE_STATUSES },
  BillStatus: { description: 'The result of the audit of a freight bill.', values: BILL_STATUSES },
  BolStatus: { description: 'The state of a bill of lading.', values: BOL_STATUSES },
  FreightTerms: { description: 'The party that pays the carrier.', values: BILL_TO_TYPES },
  DeliveryStatus: { description: 'The state of a webhook delivery.', values: DELIVERY_STATUSES },
  AttemptError: {
    description:
      'Why a delivery attempt failed. `body_lost` is an error of the service: it sent nothing, and the attempt does not count against the endpoint.',
    values: ATTEMPT_ERRORS,
  },
  AdapterGrade: { description: 'How well an adapter is verified.', values: GRADES },
  CarrierDocumentType: { description: 'A document type that a carrier provides.', values: CARRIER_DOCUMENTS },
  CarrierOutcome: { description: 'The result of a rate request to a carrier.', values: CARRIER_OUTCOMES },
  LocationType: { description: 'The kind of location.', values: LOCATION_TYPES },
  LimitedAccessKind: { description: 'The kind of limited access location.', values: LIMITED_ACCESS_KINDS },
  NoticeType: { description: 'The type of an email to the consignee.', values: NOTICES },
  Country: { description: 'A country by its ISO 3166 code.', values: COUNTRIES },
  Currency: { description: 'A currency by its ISO 4217 code.', values: CURRENCIES },
  Incoterm: { description: 'A rule of Incoterms 2020.', values: INCOTERMS },
  UnitType: { description: 'A handling unit or packaging type.', values: UNIT_TYPE_NAMES },
};

/** Enums that share values with others. Their constants are prefixed, because Go has one namespace for constants. */
const PREFIXED_ENUMS = [
  'AdapterGrade',
  'AttemptError',
  'BolStatus',
  'CarrierDocumentType',
  'CarrierOutcome',
  'ComparedType',
  'DeliveryStatus',
  'ErrorCode',
  'LimitedAccessKind',
  'LocationType',
  'NoticeType',
  'QuoteStatus',
  'TrackingStatus',
  'UnitType',
];

const enumNamesByValues = new Map(
  Object.entries(NAMED_ENUMS).map(([name, { values }]) => [toKey(values), name]),
);

function toKey(values: readonly unknown[]): string {
  return JSON.stringify(values);
}

export function extractEnums(document: OpenAPIObject): OpenAPIObject {
  const named = replaceWithRefs(document) as OpenAPIObject;
  for (const [name, { description, values }] of Object.entries(NAMED_ENUMS)) {
    named.components!.schemas![name] = { type: 'string', enum: [...values], description };
  }
  // Go clients would give the constant of `object` the name of the type `EventType`.
  const { object } = (named.components!.schemas!.EventTypeDetails as { properties: { object: JsonObject } })
    .properties;
  object['x-enum-varnames'] = ['EVENT_TYPE_OBJECT'];
  for (const name of PREFIXED_ENUMS) prefixConstants(name, named.components!.schemas![name] as JsonObject);
  return named;
}

/** Names the constant of `draft` in `BolStatus` `BOL_STATUS_DRAFT`; the value stays `draft`. */
function prefixConstants(name: string, schema: JsonObject): void {
  const prefix = name.replace(/\B[A-Z]/g, '_$&');
  const words = schema.enum as string[];
  schema['x-enum-varnames'] = words.map((word) => `${prefix}_${word}`.toUpperCase());
}

function replaceWithRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceWithRefs);
  if (typeof value !== 'object' || value === null) return value;
  const {
    type,
    enum: values,
    ...rest
  } = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, isExampleKey(key) ? child : replaceWithRefs(child)]),
  ) as JsonObject;
  const words = Array.isArray(values) ? values.filter((word) => word !== null) : [];
  const name = enumNamesByValues.get(toKey(words));
  if (name)
    return { ...ref('schemas', name), ...rest, ...([type].flat().includes('null') && { nullable: true }) };
  return { ...(type !== undefined && { type }), ...(values !== undefined && { enum: values }), ...rest };
}

/** Examples are data, not schemas. */
function isExampleKey(key: string): boolean {
  return key === 'example' || key === 'examples';
}
