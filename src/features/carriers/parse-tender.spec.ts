import { describe, expect, it } from '@jest/globals';
import { parseTender } from './parse-tender.js';

describe('a booking', () => {
  it.each([
    ['a long warning', 'Call the carrier. '.repeat(30), 'Call the carrier. '.repeat(30).trim().slice(0, 255)],
    ['a warning with control characters', 'Call\u0000 the\ncarrier.', 'Call  the carrier.'],
    ['an empty warning', ' ', null],
    ['a warning that is no text', 7, null],
  ])('with %s keeps what can be shown', (_name, warning, shown) => {
    expect(parseTender({ proNumber: '123', warning }).warning).toBe(shown);
  });
});
