import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import type { Warning } from '../../quotes/quote-warnings.js';
import type { DocumentType } from './freight-document.entity.js';

/** What every delivered shipment has; a weight certificate exists only of freight that was weighed. */
const EXPECTED_DOCUMENTS: Partial<Record<CarrierDocumentType, string>> = {
  bill_of_lading: 'bill of lading of its own',
  pod: 'proof of delivery',
  carrier_invoice: 'invoice',
};

/** Why the search for a document is over without it. */
export type MissingDocumentReason = 'none' | 'no_room';

/** What a person reads of documents that are looked for no longer. */
export function buildMissingDocumentWarnings(
  carrier: string,
  missing: Map<CarrierDocumentType, MissingDocumentReason>,
): Warning[] {
  return [...missing].flatMap(([type, why]) => {
    const name = EXPECTED_DOCUMENTS[type];
    if (name === undefined) return [];
    const message =
      why === 'no_room'
        ? `The ${name} of ${carrier} was not kept: the quota of documents was full. Ask ${carrier} for it.`
        : `${carrier} had no ${name} for two weeks after the delivery: ask for it.`;
    return [{ code: 'documents_missing' as const, param: toParam(type), message }];
  });
}

/** The warnings but those of a document that is there now. */
export function removeMissingDocumentWarning(warnings: Warning[], type: DocumentType): Warning[] {
  return warnings.filter(({ code, param }) => code !== 'documents_missing' || param !== toParam(type));
}

function toParam(type: DocumentType): string {
  return `documents.${type}`;
}
