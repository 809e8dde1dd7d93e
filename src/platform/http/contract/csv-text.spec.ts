import { describe, expect, it } from '@jest/globals';
import { formatCsvRow, stripFormulaGuards } from './csv-text.js';

describe('formatCsvRow', () => {
  it('quotes values only where necessary', () => {
    expect(
      formatCsvRow(['a', 'b,c', 'say "hi"', 'two\nlines', ' x', null, undefined, 1.5, true, ['a', 1]]),
    ).toBe('a,"b,c","say ""hi""","two\nlines"," x",,,1.5,true,"[""a"",1]"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@a', '\tx', "'=1", "''-x", '＝1', '＋1', '－1', '＠a', ' =1', '\r=1'])(
    'guards %j against formulas reversibly',
    (text) => {
      const cell = formatCsvRow([text]).trimEnd().replace(/^"|"$/g, '');
      expect(cell[0]).toBe("'");
      expect(stripFormulaGuards(cell)).toBe(text);
    },
  );

  it.each([
    ['Acme;=1+1', "Acme;'=1+1"],
    ["Acme;'=1", "Acme;''=1"],
    ['a; ＝1;b;-2', "a;' ＝1;b;'-2"],
    ['two\n=1', "two\n'=1"],
    ['two\r\n@a', "two\r\n'@a"],
    ['a;"=1"', 'a;\'"=1"'],
    ['=1;=2', "'=1;'=2"],
  ])('guards %j against formulas in semicolon-separated cells reversibly', (text, guarded) => {
    const cell = formatCsvRow([text]).slice(0, -2).replace(/^"|"$/g, '').replaceAll('""', '"');
    expect(cell).toBe(guarded);
    expect(stripFormulaGuards(cell)).toBe(text);
  });

  it.each(["'", "'quoted'", "O'Neil", 'a=b', ''])('keeps %j unchanged', (text) => {
    expect(formatCsvRow([text])).toBe(`${text}\r\n`);
    expect(stripFormulaGuards(text)).toBe(text);
  });

  it('does not guard numbers', () => expect(formatCsvRow([-5])).toBe('-5\r\n'));
});
