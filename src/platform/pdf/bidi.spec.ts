import { describe, expect, it } from '@jest/globals';
import { markNumbersLeftToRight } from './bidi.js';

describe('numbers in a text from the right', () => {
  it.each([
    ['<p>اتصل 555-222-6666 الآن</p>', '<p>اتصل \u200e555-222-6666 الآن</p>'],
    ['<p>اتصل +1 (555) 222</p>', '<p>اتصل \u200e+1 (555) 222</p>'],
    ['<b>רמת</b><b class="x9">12-34</b>', '<b>רמת</b><b class="x9">12-34</b>'],
    ['<p>بع&#x27;م A7-8 &amp; &#39;</p>', '<p>بع&#x27;م A7-8 &amp; &#39;</p>'],
    ['<p>Call 555-222-6666</p>', '<p>Call 555-222-6666</p>'],
  ])('%s', (html, kept) => expect(markNumbersLeftToRight(html)).toBe(kept));
});
