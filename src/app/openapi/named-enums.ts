import type { OpenAPIObject } from '@nestjs/swagger';
import { LOCATION_TYPES } from '../../features/addresses/address.entity.js';
import { COMPARED_TYPES } from '../../features/bills/compare-charges.js';
import { BILL_STATUSES } from '../../features/bills/bill-states.js';
import { CARRIER_DOCUMENTS, GRADES } from '../../features/carriers/carrier-adapter.js';
import { CARRIER_OUTCOMES } from '../../features/carriers/price-result.js';
import { BOL_STATUSES } from '../../features/freight/bol/bol.dto.js';
import { FREIGHT_STATUSES } from '../../features/freight/record/freight-states.js';
import { BILL_TO_TYPES } from '../../features/freight/record/parties.dto.js';
import { INVOICE_STATUSES } from '../../features/invoices/invoice-states.js';
import { NOTICES } from '../../features/tracking-pages/tracking-link.entity.js';
import { QUOTE_STATUSES } from '../../features/quotes/quote-states.js';
import { ACCESSORIALS } from '../../domain/accessorials.js';
import { CHARGE_TYPES } from '../../domain/charges.js';
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

/** Sets of words that mean the same wherever they stand: each is one schema, so that a typed client has one type for it. */
const NAMED_ENUMS: Record<string, NamedEnum> = {
  FreightStatus: { description: 'How far a shipment has come.', values: FREIGHT_STATUSES },
  TrackingStatus: { description: 'Where freight is on its way.', values: TRACKING_STATUSES },
  FreightClass: { description: 'An NMFC freight class, as text.', values: FREIGHT_CLASSES },
  ChargeType: { description: 'What a line of a price is for.', values: CHARGE_TYPES },
  ComparedType: { description: 'What a line of an audit compares.', values: COMPARED_TYPES },
  AccessorialCode: {
    description: 'A service beyond the linehaul, by its NMFTA eBOL code.',
    values: Object.values(ACCESSORIALS).map(({ code }) => code),
  },
  QuoteStatus: { description: 'Whether a quote can be booked.', values: QUOTE_STATUSES },
  InvoiceStatus: { description: 'What is owed of an invoice.', values: INVOICE_STATUSES },
  BillStatus: { description: 'What the audit of a carrier’s bill found.', values: BILL_STATUSES },
  BolStatus: { description: 'Whether a bill of lading is binding.', values: BOL_STATUSES },
  FreightTerms: { description: 'Who pays the carrier.', values: BILL_TO_TYPES },
  DeliveryStatus: { description: 'What became of a delivery.', values: DELIVERY_STATUSES },
  AttemptError: {
    description:
      'Why an attempt to deliver failed. `body_lost` is the service’s own fault: nothing was sent, and it doesn’t count against the endpoint.',
    values: ATTEMPT_ERRORS,
  },
  AdapterGrade: { description: 'How sure the facts of an adapter are.', values: GRADES },
  CarrierDocumentType: { description: 'A document that a carrier keeps.', values: CARRIER_DOCUMENTS },
  CarrierOutcome: { description: 'What asking a carrier for prices came to.', values: CARRIER_OUTCOMES },
  LocationType: { description: 'What kind of place an address is.', values: LOCATION_TYPES },
  LimitedAccessKind: { description: 'Why a place is hard to get to.', values: LIMITED_ACCESS_KINDS },
  NoticeType: { description: 'What a consignee is told of by mail.', values: NOTICES },
  UnitType: { description: 'What freight stands on or is packed in.', values: UNIT_TYPE_NAMES },
};

/** Some of their words are another schema's too, and a language with one space of names for constants, Go, takes a word once. */
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

/** Gives every enumeration that has a name its schema, and puts a reference wherever it is written out. */
export function extractEnums(document: OpenAPIObject): OpenAPIObject {
  const named = replaceWithRefs(document) as OpenAPIObject;
  for (const [name, { description, values }] of Object.entries(NAMED_ENUMS)) {
    named.components!.schemas![name] = { type: 'string', enum: [...values], description };
  }
  for (const name of PREFIXED_ENUMS) prefixConstants(name, named.components!.schemas![name] as JsonObject);
  return named;
}

/** `draft` of `BolStatus` becomes the constant `BOL_STATUS_DRAFT`; what goes over the wire stays `draft`. */
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

/** Samples are data: what looks like a schema in them is none. */
function isExampleKey(key: string): boolean {
  return key === 'example' || key === 'examples';
}
