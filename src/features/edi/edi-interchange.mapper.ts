import { toDto } from '../../platform/http/contract/case-mapper.js';
import type { EdiDocument } from './edi-document.entity.js';
import type { EdiInterchange } from './edi-interchange.entity.js';
import { EdiDocumentDto, EdiInterchangeDto, type EdiDocumentErrorDto } from './edi-interchanges.dto.js';

/** Meanings of the codes of element 718. */
const SET_ERRORS: Record<string, string> = {
  1: 'The transaction set is not supported.',
  2: 'The SE segment is missing.',
  3: 'The control numbers of ST and SE differ.',
  4: 'SE01 does not match the number of segments.',
  5: 'One or more segments are in error.',
  6: 'ST01 is not a transaction set.',
  7: 'The control number of the set is missing, invalid or used twice.',
};

/** Meanings of the codes of element 720. */
const SEGMENT_ERRORS: Record<string, string> = {
  1: 'The segment is unknown.',
  2: 'The segment is not expected here.',
  3: 'The segment is missing.',
  4: 'The loop occurs too many times.',
  5: 'The segment occurs too many times.',
  6: 'The segment is not in the transaction set.',
  7: 'The segment is in the wrong order.',
  8: 'The segment has invalid elements.',
};

/** Meanings of the codes of element 723. */
const ELEMENT_ERRORS: Record<string, string> = {
  1: 'The element is missing.',
  2: 'The element is missing, but another element requires it.',
  3: 'The segment has too many elements.',
  4: 'The element is too short.',
  5: 'The element is too long.',
  6: 'The element contains an invalid character.',
  7: 'The code is unknown.',
  8: 'The date is invalid.',
  9: 'The time is invalid.',
  10: 'The element cannot be combined with another element of the segment.',
};

export function toEdiInterchangeDto(
  interchange: EdiInterchange,
  documents: EdiDocument[],
): EdiInterchangeDto {
  return toDto(EdiInterchangeDto, interchange, {
    object: 'edi_interchange',
    documents: documents.map(toEdiDocumentDto),
    error: interchange.fault ?? undefined,
  });
}

export function toEdiDocumentDto(document: EdiDocument): EdiDocumentDto {
  return toDto(EdiDocumentDto, document, { object: 'edi_document', errors: listErrors(document) });
}

function listErrors({ setErrors, segmentErrors }: EdiDocument): EdiDocumentErrorDto[] {
  const errors: EdiDocumentErrorDto[] = setErrors.map((code) => ({
    segment: null,
    position: null,
    element: null,
    code,
    message: SET_ERRORS[code] ?? 'The set is invalid.',
  }));
  for (const { segment, position, code, elements } of segmentErrors) {
    if (elements.length === 0) {
      const message = SEGMENT_ERRORS[code] ?? 'The segment is invalid.';
      errors.push({ segment, position, element: null, code, message });
    }
    for (const { element, code: fault } of elements) {
      const message = ELEMENT_ERRORS[fault] ?? 'The element is invalid.';
      errors.push({ segment, position, element, code: fault, message });
    }
  }
  return errors;
}
