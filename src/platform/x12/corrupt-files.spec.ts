import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GS, ISA, listFaults, listSets, newSet, read, select, write } from '../../../test/support/x12.js';

describe('InterchangeReader', () => {
  it('returns the same items for chunks of every size', () => {
    const file = write([newSet(1, ['B3', null, 'Québec']), newSet(2, ['L1', 1, ['a', 'b']])]).replace(
      'SE*3',
      'SE*9',
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (size) => expect(read(file, size)).toEqual(read(file))),
    );
  });

  it('never accepts a set that a truncated file does not contain completely', () => {
    const sets = [newSet(1, ['B3', null, 'A']), newSet(2, ['B3', null, 'B']), newSet(3, ['B3', null, 'C'])];
    const file = write(sets);
    const ends = [...file.matchAll(/SE\*3\*\d+~/g)].map(({ index, 0: text }) => index + text.length);
    for (let length = 0; length < file.length - 1; length++) {
      const items = read(file.slice(0, length));
      const accepted = listSets(items).filter(({ errors }) => errors.length === 0);
      expect(accepted).toHaveLength(ends.filter((end) => end <= length).length);
      expect(listFaults(items)).toHaveLength(1);
    }
  });

  it('accepts no more sets than the file has trailers after any corruption', () => {
    const file = Buffer.from(write([newSet(1, ['B3', null, 'A']), newSet(2, ['B3', null, 'B'])]));
    const change = fc.record({
      at: fc.nat(file.length),
      remove: fc.nat(40),
      insert: fc.uint8Array({ maxLength: 40 }),
    });
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 64 }),
        (changes, size) => {
          let bytes = file;
          for (const { at, remove, insert } of changes) {
            bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]);
          }
          const items = read(bytes, size);
          const sets = listSets(items);
          const trailers = sets.filter(
            ({ errors, segments }) => errors.length === 0 && segments.at(-1)?.id === 'SE',
          );
          expect(sets.filter(({ errors }) => errors.length === 0)).toEqual(trailers);
          const counted = select(items, 'group').reduce((sum, { group }) => sum + group.receivedSets, 0);
          expect(counted).toBe(sets.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('survives arbitrary bytes after a valid ISA segment', () => {
    const bytes = fc.uint8Array({ maxLength: 2_000 });
    fc.assert(
      fc.property(bytes, fc.boolean(), (rest, intact) => {
        const items = read(Buffer.concat([intact ? Buffer.from(ISA + GS) : Buffer.alloc(0), rest]));
        expect(listFaults(items).length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });
});
