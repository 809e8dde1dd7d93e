import { object, objects, text, type Json } from '../../../../platform/http-client/json.js';
import type { CarrierDocumentType } from '../../carrier-adapter.js';
import { filesIn, unreadable } from '../translate.js';

const CATEGORIES: Record<CarrierDocumentType, string> = {
  bill_of_lading: 'BOL',
  pod: 'DR',
  weight_certificate: 'WGHT',
  carrier_invoice: 'INVC',
};

export function documentRequest(pro: string, type: CarrierDocumentType): object {
  return { pro, documentCategories: [CATEGORIES[type]] };
}

/** Those that TForce has: it answers 200 whatever comes of it. @throws CarrierFault */
export function documentsIn(answer: Json, type: CarrierDocumentType): Buffer[] {
  const { code } = object(object(answer.summary).responseStatus);
  if (code === undefined) unreadable('status');
  const found = objects(answer.detail).filter(({ category }) => text(category) === CATEGORIES[type]);
  return filesIn(found.map(({ data }) => data));
}
