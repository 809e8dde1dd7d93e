import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecordingSanitizer } from './recording-sanitizer.js';
import { SAMPLE_PRO } from './sample-freight.js';

const sanitizer = (settings: string[] = [], pro: string | null = null) =>
  new RecordingSanitizer(settings, pro);

describe('a sanitized recording', () => {
  it('keeps structure, codes and amounts', () => {
    const answer = {
      Code: 200,
      ServiceLevels: [
        { Name: 'Standard Service', Code: 'STD', NetCharge: '$436.71', QuoteNumber: '6898769' },
      ],
      total: 436.71,
      guaranteed: false,
      none: null,
      times: [1_772_485_500_000, '2026-03-19-15.00.00.000000'],
    };
    expect(sanitizer().sanitizeJson(answer)).toEqual(answer);
  });

  it('has no names, streets, phones, emails or account numbers', () => {
    const answer = {
      shipTo: {
        name: 'Lakeside Stores',
        contactName: 'Bob Jones',
        address: { addressLine1: '400 W Lake St', city: 'Chicago', postalCode: '60601' },
        phoneNumber: '(312) 555-0199',
        email: 'bob@lakeside.example',
      },
      billToAccount: 'AB12345',
      accountNumber: 7_654_321,
      signedBy: 'J DOE',
      signatureRequired: 'Y',
      status: 'Delivered to Lakeside Stores, signed by J DOE. Call 312-555-0199 or bob@lakeside.example',
    };
    expect(sanitizer().sanitizeJson(answer)).toEqual({
      shipTo: {
        name: 'NAME',
        contactName: 'NAME',
        address: { addressLine1: '1 STREET', city: 'Chicago', postalCode: '60601' },
        phoneNumber: '(555) 555-5555',
        email: 'person@example.com',
      },
      billToAccount: 'XX00000',
      accountNumber: 0,
      signedBy: 'NAME',
      signatureRequired: 'Y',
      status: 'Delivered to VALUE, signed by NAME. Call 555-555-5555 or person@example.com',
    });
  });

  it('has no names or streets in JSON, XML or an address inside a text', () => {
    const sent = { shipper: { name: 'Bob Jones', address1: '4 Lake St', phone: '3125550199' }, pieces: 2 };
    const answer = { error: { body: JSON.stringify(sent), raw: '<Ship><Phone>312-555-0199</Phone></Ship>' } };
    expect(sanitizer().sanitizeJson(answer)).toEqual({
      error: {
        body: '{"shipper":{"name":"NAME","address1":"1 STREET","phone":"5555555555"},"pieces":2}',
        raw: '<Ship><Phone>555-555-5555</Phone></Ship>',
      },
    });
    const [path, query] = ['/bolxml.asp', 'ShipName=Bob+Jones&ShipAddress=4%20Lake%20St&Test=Y'];
    const clean = 'ShipName=NAME&ShipAddress=1%20STREET&Test=Y';
    expect(sanitizer().sanitizeJson([`${path}?${query}`, `https://abfs.example${path}?${query}`])).toEqual([
      `${path}?${clean}`,
      `https://abfs.example${path}?${clean}`,
    ]);
    expect(sanitizer().sanitizeJson({ note: '[see dock 4]' })).toEqual({ note: '[see dock 4]' });
  });

  it('has no names or streets in XML', () => {
    const xml =
      '<s:Ship><s:Name>Bob</s:Name><Code>STD</Code><Addr1 type="x">4 Lake St</Addr1><Phone>312-555-0199</Phone></s:Ship>';
    expect(sanitizer().sanitizeText(xml)).toBe(
      '<s:Ship><s:Name>NAME</s:Name><Code>STD</Code><Addr1 type="x">1 STREET</Addr1><Phone>555-555-5555</Phone></s:Ship>',
    );
  });

  it('keeps only the type of a file', () => {
    const file = Buffer.from('%PDF-1.4\nConsignee: Bob Jones\n%%EOF').toString('base64');
    const { images } = sanitizer().sanitizeJson({ images: { bol: file } }) as { images: { bol: string } };
    expect(Buffer.from(images.bol, 'base64').toString()).toBe('%PDF-1.4\n');
  });

  it('replaces the PRO number of a real shipment in every spelling', () => {
    const answer = { pro: '012-345678-9', other: 'PRO 0123456789 delivered' };
    expect(sanitizer([], '0123456789').sanitizeJson(answer)).toEqual({
      pro: SAMPLE_PRO,
      other: `PRO ${SAMPLE_PRO} delivered`,
    });
  });

  it('keeps the path of a URL, without credentials and private hosts', () => {
    const url = 'https://edge.acme.example/v1/bol?api_key=abcdefgh&type=PRO';
    expect(sanitizer().sanitizeUrl(url)).toBe('https://edge.acme.example/v1/bol?api_key=SECRET&type=PRO');
    expect(sanitizer(['https://edge.acme.example']).sanitizeUrl(url)).toBe(
      'https://carrier.example/v1/bol?api_key=SECRET&type=PRO',
    );
  });

  /** Marked, because a generated text such as `code` occurs by chance. */
  const secret = fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.string({ maxLength: 20 }))
    .map(([start, end]) => `zq${start}~"<&'${end}`);

  it('contains no setting of the account, wherever the carrier repeats it', () => {
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), (secrets) => {
        const own = sanitizer(secrets);
        for (const text of secrets) {
          const nested = JSON.stringify({ echo: text });
          const answer = {
            text,
            upper: text.toUpperCase(),
            [text]: [{ within: `before ${text} after` }],
            nested,
            encoded: encodeURIComponent(text),
            form: String(new URLSearchParams({ text })),
            header: `Basic ${Buffer.from(`${text}:${text}`).toString('base64')}`,
            base64: Buffer.from(text).toString('base64'),
          };
          const written = [
            JSON.stringify(own.sanitizeJson(answer)),
            own.sanitizeText(`<a>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a>${text}`),
            own.sanitizeUrl(`https://carrier.example/x?q=${encodeURIComponent(text)}`),
          ].join('\n');
          for (const form of [text, encodeURIComponent(text), Buffer.from(text).toString('base64')])
            expect(written.toLowerCase()).not.toContain(form.toLowerCase());
        }
      }),
    );
  });
});
