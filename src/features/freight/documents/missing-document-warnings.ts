import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import type { Warning } from '../../quotes/quote-warnings.js';
import type { DocumentType } from './freight-document.entity.js';

/** Documents that every delivered shipment has. A weight certificate exists only for weighed freight. */
const EXPECTED_DOCUMENTS: Partial<Record<CarrierDocumentType, string>> = {
  bill_of_lading: 'own bill of lading',
  pod: 'proof of delivery',
  carrier_invoice: 'invoice',
};

/** `no_room`: the document quota was full. */
export type MissingDocumentReason = 'none' | 'no_room';

export function buildMissingDocumentWarnings(
  carrier: string,
  missing: Map<CarrierDocumentType, MissingDocumentReason>,
): Warning[] {
  return [...missing].flatMap(([type, reason]) => {
    const name = EXPECTED_DOCUMENTS[type];
    if (name === undefined) return [];
    const message =
      reason === 'no_room'
        ? `The ${name} of ${carrier} was not stored because the document quota was full. Request it from ${carrier}.`
        : `${carrier} has not provided its ${name} within two weeks of the delivery. Request it from the carrier.`;
    return [{ code: 'documents_missing' as const, param: toParam(type), message }];
  });
}

export function removeMissingDocumentWarning(warnings: Warning[], type: DocumentType): Warning[] {
  return warnings.filter(({ code, param }) => code !== 'documents_missing' || param !== toParam(type));
}

function toParam(type: DocumentType): string {
  return `documents.${type}`;
}
