import type { SegmentValues } from '../../platform/x12/interchange-writer.js';
import type { RateItem, TenderRequest } from '../carriers/carrier-requests.js';
import {
  buildContact,
  buildHazmat,
  buildParty,
  buildPayer,
  buildPickupWindow,
  buildReferences,
  describeLine,
  formatNmfc,
  listInstructions,
  listServices,
  PAYMENT_CODES,
  PURPOSE_CODES,
  toPackagingCode,
  type TenderPurpose,
} from './tender-segments.js';
import { toElement, wrap } from './tender-text.js';

/** K1 has two texts of 30 characters. */
const REMARK_WIDTH = 30;
const MAX_REMARKS = 20;
const MAX_SERVICES = 50;
const MAX_LINE_TEXTS = 99;

/** Builds a bill of lading (set 211), without ST and SE. */
export function buildBillOfLading(
  scac: string,
  tender: TenderRequest,
  purpose: TenderPurpose,
): SegmentValues[] {
  const { shipper, consignee, pickup, items, reference } = tender;
  const date = tender.pickupDate.replaceAll('-', '');
  const remarks = wrap(listInstructions(tender), REMARK_WIDTH);
  const services = listServices(tender).slice(0, MAX_SERVICES);
  return [
    ['BOL', scac, PAYMENT_CODES[tender.terms], reference, date],
    ['B2A', PURPOSE_CODES[purpose]],
    ...buildReferences(tender),
    ...buildPickupWindow(tender),
    ...services.map((text): SegmentValues => ['AT5', null, null, toElement(text, 30)]),
    ...buildRemarks(remarks.slice(0, MAX_REMARKS)),
    ...buildParty(
      'SF',
      shipper,
      buildContact('IC', pickup?.contact ?? shipper.contact, pickup?.phone ?? shipper.phone, shipper.company),
    ),
    ...buildParty('ST', consignee, buildContact('IC', consignee.contact, consignee.phone, consignee.company)),
    ...buildPayer(tender),
    ...items.flatMap((item, index) =>
      buildLine(item, index + 1, tender, index === 0 ? remarks.slice(MAX_REMARKS) : []),
    ),
  ];
}

/** @param remarks texts that K1 has no room for */
function buildLine(
  item: RateItem,
  number: number,
  tender: TenderRequest,
  remarks: string[],
): SegmentValues[] {
  const texts = [...describeLine(item, tender.description, 50), ...remarks].slice(0, MAX_LINE_TEXTS);
  const { pieces, packaging_type: packaging, handling_unit_type: unit, quantity, weight } = item;
  const inner =
    packaging === undefined || pieces === undefined ? [null, null] : [pieces, toPackagingCode(packaging)];
  const nmfc = formatNmfc(item);
  return [
    ['AT1', number],
    ...texts.map((text): SegmentValues => ['AT4', text]),
    [
      'AT2',
      quantity,
      toPackagingCode(unit),
      'G',
      'L',
      Math.ceil(weight),
      ...inner,
      null,
      nmfc,
      item.freight_class,
    ],
    ...buildHazmat(item, tender),
  ];
}

function buildRemarks(texts: string[]): SegmentValues[] {
  const segments: SegmentValues[] = [];
  for (let index = 0; index < texts.length; index += 2) segments.push(['K1', texts[index], texts[index + 1]]);
  return segments;
}
