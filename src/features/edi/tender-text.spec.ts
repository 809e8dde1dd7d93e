import { describe, expect, it } from '@jest/globals';
import { toElement, wrap } from './tender-text.js';

describe('texts of elements', () => {
  it('lose accents, delimiters and line breaks', () => {
    expect(toElement(' Café*Müller~\n>x ', 60)).toBe('Cafe Muller x');
    expect(toElement('日本', 60)).toBe('??');
    expect(toElement('***', 60)).toBeNull();
    expect(toElement('abcdef', 3)).toBe('abc');
  });

  it('break between words, and inside a long one', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrap(null, 4)).toEqual([]);
  });
});
