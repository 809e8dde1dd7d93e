import type { Schemas } from '@lading/sdk';

/** Formats `B3 element 6, segment 2: The date is invalid. (code 8)`. */
export function formatDocumentError({
  segment,
  position,
  element,
  code,
  message,
}: Schemas['EdiDocumentError']): string {
  const place = [
    [segment, element !== null && `element ${element}`].filter(Boolean).join(' '),
    position !== null && `segment ${position}`,
  ].filter(Boolean);
  return `${place.length > 0 ? `${place.join(', ')}: ` : ''}${message} (code ${code})`;
}
