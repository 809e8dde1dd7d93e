import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { CarrierDocumentType } from '../../carrier-adapter.js';
import { decodeFiles, throwUnreadable } from '../adapter-helpers.js';

const CATEGORIES: Record<CarrierDocumentType, string> = {
  bill_of_lading: 'BOL',
  pod: 'DR',
  weight_certificate: 'WGHT',
  carrier_invoice: 'INVC',
};

export function buildDocumentRequest(pro: string, type: CarrierDocumentType): object {
  return { pro, documentCategories: [CATEGORIES[type]] };
}

/** Those that TForce has: it answers 200 whatever comes of it. @throws CarrierFault */
export function parseTforceDocuments(answer: Json, type: CarrierDocumentType): Buffer[] {
  const { code } = toObject(toObject(answer.summary).responseStatus);
  if (code === undefined) throwUnreadable('status');
  const found = toObjects(answer.detail).filter(({ category }) => toText(category) === CATEGORIES[type]);
  return decodeFiles(found.map(({ data }) => data));
}
