import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ENVELOPE, listSets, newSet, read, select, write } from '../../../test/support/x12.js';
import { writeInterchange, type SegmentValues } from './interchange-writer.js';

describe('writeInterchange', () => {
  const text = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  });
  const element = text.map((value) => value.replaceAll(/[*>~]/g, '').trim());

  const party = element.chain((value) =>
    fc.integer({ min: 0, max: 20 }).map((count) => value + 'x'.repeat(count)),
  );

  it('writes any elements so that the reader returns them', () => {
    const segment = fc.array(element, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 10 }), (segments) => {
        const [set] = listSets(
          read(write([newSet(1, ...segments.map((values): SegmentValues => ['N9', ...values]))])),
        );
        const trimmed = segments.map((values) => `N9*${values.join('*')}`.replace(/[* ]+$/, ''));
        expect(set!.errors).toEqual([]);
        expect(set!.segments.slice(1, -1).map(({ elements }) => elements.join('*'))).toEqual(trimmed);
      }),
    );
  });

  it('replaces delimiters, accents and characters outside ASCII', () => {
    const file = write([newSet(1, ['N1', 'CN', 'Café *A~B>C 中\n'])]);
    expect(file).toContain('N1*CN*Cafe  A B C ?~');
  });

  it('counts the sets of a group in its trailer', () => {
    const items = read(write([newSet(1), newSet(2), newSet(3)]));
    expect(select(items, 'group')).toMatchObject([{ group: { includedSets: 3, errors: [] } }]);
  });

  it('writes an ISA segment of 106 characters for parties of any length', () => {
    fc.assert(
      fc.property(party, party, (senderId, receiverId) => {
        const header = { ...ENVELOPE, senderId, receiverId };
        const createdAt = new Date('2026-01-15T12:00:00Z');
        const file = writeInterchange({ header, controlNumber: 1, groups: [], createdAt });
        expect(file.indexOf('~')).toBe(105);
      }),
    );
  });
});
