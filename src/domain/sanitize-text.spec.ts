import { describe, expect, it } from '@jest/globals';
import { omitUrls } from './sanitize-text.js';

describe('omitUrls', () => {
  it.each([
    ['Your parcel is held: pay at https://evil.example/x', 'Your parcel is held: pay at'],
    ['Pay HTTPS://EVIL.EXAMPLE now', 'Pay now'],
    ['Pay at www.evil.example', 'Pay at'],
    ['Pay at evil.example/x?y', 'Pay at'],
    ['Pay at evil.example', 'Pay at evil example'],
    ['https://evil.example', ''],
    ['St. Louis Freight', 'St. Louis Freight'],
    ['J.B. Hunt, Inc.', 'J.B. Hunt, Inc.'],
    ['A/B Testing Co.', 'A/B Testing Co.'],
    ['Acme\r\nBcc: a', 'Acme Bcc: a'],
  ])('turns %j into %j', (name, subject) => expect(omitUrls(name)).toBe(subject));
});
