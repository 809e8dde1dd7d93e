import type { CarrierDocumentType } from '../../carriers/carrier-adapter.js';
import type { Warning } from '../../../domain/warnings.js';
import type { DocumentType } from './freight-document.entity.js';

/** Documents that every delivered shipment has. A weight certificate exists only for weighed freight. */
const EXPECTED_DOCUMENTS: Partial<Record<CarrierDocumentType, string>> = {
  bill_of_lading: 'own bill of lading',
  pod: 'proof of delivery',
  carrier_invoice: 'invoice',
};

/** `no_room`: the document quota was full. `refused`: the carrier's reason. */
export type MissingDocumentReason = 'none' | 'no_room' | { refused: string };

export function buildMissingDocumentWarnings(
  carrier: string,
  missing: Map<CarrierDocumentType, MissingDocumentReason>,
): Warning[] {
  return [...missing].flatMap(([type, reason]) => {
    const name = EXPECTED_DOCUMENTS[type];
    if (name === undefined) return [];
    const message = formatMissingMessage(carrier, name, reason);
    return [{ code: 'documents_missing' as const, param: toParam(type), message }];
  });
}

function formatMissingMessage(carrier: string, name: string, reason: MissingDocumentReason): string {
  if (reason === 'no_room')
    return `The ${name} of ${carrier} was not stored because the document quota was full. Request it from ${carrier}.`;
  if (reason !== 'none')
    return `${carrier} refused to provide its ${name}: ${reason.refused.replace(/\.$/, '')}. Request it from the carrier.`;
  return `${carrier} did not provide the ${name} within two weeks of the delivery. Request it from the carrier.`;
}

export function removeMissingDocumentWarning(warnings: Warning[], type: DocumentType): Warning[] {
  return warnings.filter(({ code, param }) => code !== 'documents_missing' || param !== toParam(type));
}

function toParam(type: DocumentType): string {
  return `documents.${type}`;
}
