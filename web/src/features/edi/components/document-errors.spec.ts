import { describe, expect, it } from '@jest/globals';
import { formatDocumentError } from './document-errors';

describe('formatDocumentError', () => {
  it('names the segment, the element and the position', () => {
    const error = { segment: 'B3', position: 2, element: 6, code: '8', message: 'The date is invalid.' };
    expect(formatDocumentError(error)).toBe('B3 element 6, segment 2: The date is invalid. (code 8)');
  });

  it('leaves out the place of an error of the whole set', () => {
    const error = { segment: null, position: null, element: null, code: '2', message: 'SE is missing.' };
    expect(formatDocumentError(error)).toBe('SE is missing. (code 2)');
  });
});
