import { describe, expect, it } from '@jest/globals';
import { toJsonText } from './json-text.js';

const LINES = Array.from({ length: 60 }, (_, index) => ({ index, text: '"$&" \u2028 “ü”', gone: undefined }));

describe('JSON with long lists that stand in several places', () => {
  it('is the same text as ever', () => {
    const part = { lines: LINES, at: new Date(0), gone: undefined, short: [1, undefined, [LINES]] };
    for (const value of [{ data: [part, { ...part, lines: LINES.slice(1) }], lines: LINES }, LINES, {}, []])
      expect(toJsonText(value)).toBe(JSON.stringify(value));
  });

  it('is written once for all of them', () => {
    let written = 0;
    const lines = LINES.map((line) => ({ toJSON: () => (written++, line) }));
    const value = { first: lines, second: [{ lines }, { lines }] };
    expect(JSON.parse(toJsonText(value))).toEqual(JSON.parse(JSON.stringify({ ...value })));
    expect(written).toBe(4 * lines.length);
  });
});
