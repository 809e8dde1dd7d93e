import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatXml, parseXml } from './xml.js';

describe('parseXml', () => {
  it('returns text, nested elements and repeated elements by name', () => {
    const xml = `<?xml version="1.0"?>
      <soap:Response xmlns:soap="urn:x" kind="ignored"><Code/><Message> No rate &amp; <![CDATA[<none>]]> </Message>
      <Items><Item><Id>1</Id></Item><Item><Id>2</Id></Item></Items></soap:Response>`;
    expect(parseXml(xml)).toEqual({
      Response: { Code: '', Message: 'No rate & <none>', Items: { Item: [{ Id: '1' }, { Id: '2' }] } },
    });
  });

  it('returns the attributes of an empty element, except those of a namespace', () => {
    const xml = '<a x="ignored"><b FOR="FSC" AMOUNT="1.20"/><c xmlns="u" xsi:nil="true" xmlns:xsi="v"/></a>';
    expect(parseXml(xml)).toEqual({ a: { b: { FOR: 'FSC', AMOUNT: '1.20' }, c: '' } });
  });

  it.each([
    ['empty text', ''],
    ['JSON', '{"a":1}'],
    ['a truncated document', '<Response><Code></Code></Respon'],
    ['two roots', '<a></a><b></b>'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['33 levels', `${'<a>'.repeat(33)}${'</a>'.repeat(33)}`],
    ['100,001 elements', `<a>${'<b/>'.repeat(100_000)}</a>`],
  ])('returns undefined for %s', (_name, text) => {
    expect(parseXml(text)).toBeUndefined();
  });

  it('keeps an element named like an object’s prototype an ordinary element', () => {
    const { a } = parseXml('<a><__proto__><admin>1</admin></__proto__></a>') as { a: object };
    expect(Object.keys(a)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(a)).toBe(Object.prototype);
  });
});

describe('formatXml', () => {
  it('declares namespaces on the root element', () => {
    expect(formatXml('s:A', { 't:B': 1 }, { s: 'urn:s', t: 'urn:t' })).toBe(
      '<?xml version="1.0" encoding="utf-8"?><s:A xmlns:s="urn:s" xmlns:t="urn:t"><t:B>1</t:B></s:A>',
    );
  });

  it('omits null and undefined, repeats lists, and escapes text', () => {
    expect(
      formatXml('Create', { Name: 'A & B <"C">\u0007\n', Zip: null, Items: { Item: [{ N: 1 }, { N: 2 }] } }),
    ).toBe(
      '<?xml version="1.0" encoding="utf-8"?><Create><Name>A &amp; B &lt;&quot;C&quot;&gt; </Name>' +
        '<Items><Item><N>1</N></Item><Item><N>2</N></Item></Items></Create>',
    );
  });

  it('writes any printable text so that parseXml returns it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const clean = text.replace(/\p{Cc}/gu, '').trim();
        expect(parseXml(formatXml('a', { b: clean }))).toEqual({ a: { b: clean } });
      }),
    );
  });
});
