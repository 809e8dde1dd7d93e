import type { SegmentValues } from '../../platform/x12/interchange-writer.js';
import type { RateItem, TenderRequest } from '../carriers/carrier-requests.js';
import {
  buildContact,
  buildHazmat,
  buildParty,
  buildPayer,
  buildPickupWindow,
  buildReferences,
  countPieces,
  describeLine,
  formatNmfc,
  listInstructions,
  listServices,
  PAYMENT_CODES,
  PURPOSE_CODES,
  sumLines,
  toPackagingCode,
  type TenderPurpose,
} from './tender-segments.js';
import { wrap } from './tender-text.js';

const MAX_HEADER_NOTES = 10;
const MAX_STOP_NOTES = 20;
/** The L5 loop of a stop. */
const MAX_LINE_TEXTS = 99;

/** Builds a load tender (set 204), without ST and SE. The shipment id is the bill of lading number. */
export function buildLoadTender(
  scac: string,
  tender: TenderRequest,
  purpose: TenderPurpose,
): SegmentValues[] {
  const { shipper, consignee, pickup, items } = tender;
  const { weight, pieces, units } = sumLines(items);
  const totals = ['AT8', 'G', 'L', weight, pieces, units] as const;
  return [
    ['B2', null, scac, null, tender.reference, null, PAYMENT_CODES[tender.terms]],
    ['B2A', PURPOSE_CODES[purpose], 'LT'],
    ...buildReferences(tender),
    ...buildNotes('SPH', listServices(tender).join(', '), MAX_HEADER_NOTES),
    ...buildPayer(tender),
    ['S5', 1, 'CL'],
    ...buildPickupWindow(tender),
    totals,
    ...buildNotes('LOI', listInstructions(tender), MAX_STOP_NOTES),
    ...buildParty(
      'SF',
      shipper,
      buildContact('IC', pickup?.contact ?? shipper.contact, pickup?.phone ?? shipper.phone, shipper.company),
    ),
    ...items.flatMap((item, index) => buildLine(item, index + 1, tender)).filter(limitLineTexts()),
    ['S5', 2, 'CU'],
    totals,
    ...buildParty('ST', consignee, buildContact('IC', consignee.contact, consignee.phone, consignee.company)),
    ['L3', weight, 'G', null, null, null, null, null, null, null, null, pieces],
  ];
}

/** The first text of a line has its weight and dangerous goods. Further texts continue it. */
function buildLine(item: RateItem, number: number, tender: TenderRequest): SegmentValues[] {
  const [first, ...others] = describeLine(item, tender.description, 50);
  const nmfc = formatNmfc(item);
  const packaging = toPackagingCode(item.packaging_type ?? item.handling_unit_type);
  return [
    ['L5', number, first, nmfc, nmfc === null ? null : 'N', packaging],
    ['AT8', 'G', 'L', Math.ceil(item.weight), countPieces(item), item.quantity],
    ...buildHazmat(item, tender),
    ...others.map((text): SegmentValues => ['L5', number, text]),
  ];
}

/** Drops further texts of lines over the limit, never a line. */
function limitLineTexts(): (segment: SegmentValues) => boolean {
  let count = 0;
  return ([id, , , , , packaging]) => id !== 'L5' || packaging !== undefined || ++count <= MAX_LINE_TEXTS / 2;
}

function buildNotes(code: string, text: string, max: number): SegmentValues[] {
  return wrap(text, 80)
    .slice(0, max)
    .map((line) => ['NTE', code, line]);
}
