import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildSet, GROUP, listSets, read, write } from '../../../test/support/x12.js';
import { buildAcknowledgment, readAcknowledgment, type SetVerdict } from './acknowledgment.js';

describe('acknowledgment', () => {
  const group = { header: { ...GROUP, controlNumber: '12' }, includedSets: 2, receivedSets: 2, errors: [] };

  function roundTrip(verdicts: SetVerdict[]) {
    const [set] = listSets(
      read(write([{ set: '997', controlNumber: 1, segments: buildAcknowledgment(group, verdicts) }])),
    );
    return readAcknowledgment(set!);
  }

  it('rejects exactly the sets with errors', () => {
    const verdict = fc.record({
      set: fc.constantFrom('210', '214'),
      controlNumber: fc.integer({ min: 1, max: 999_999_999 }).map(String),
      errors: fc.subarray(['2', '3', '4', '5'] as const),
      segmentErrors: fc.array(
        fc.record({
          segment: fc.constantFrom('B3', 'L1'),
          position: fc.integer({ min: 1, max: 999 }),
          code: fc.constant('8'),
          elements: fc.array(
            fc.record({ element: fc.integer({ min: 1, max: 20 }), code: fc.constantFrom('1', '6') }),
          ),
        }),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 5 }), (verdicts) => {
        expect(roundTrip(verdicts)?.sets).toEqual(
          verdicts.map((each) => ({ ...each, accepted: each.errors.length === 0 })),
        );
      }),
    );
  });

  it.each([
    ['A', [[], []]],
    ['P', [[], ['4']]],
    ['R', [['4'], ['2']]],
  ] as const)('has the status %s for the errors %j', (status, errors) => {
    const verdicts = errors.map((each, index) => ({
      set: '210',
      controlNumber: String(index + 1),
      errors: [...each],
      segmentErrors: [],
    }));
    expect(roundTrip(verdicts)?.status).toBe(status);
  });

  it.each([
    ['A', true],
    ['E', true],
    ['P', false],
    ['R', false],
  ])('reads a set with the status %s as accepted: %s', (status, accepted) => {
    const { segments } = buildSet('997', 'AK1*SM*12', 'AK2*204*0001', `AK5*${status}`, 'AK9*P*1*1*1');
    expect(readAcknowledgment({ segments })?.sets).toMatchObject([{ controlNumber: '0001', accepted }]);
  });

  it.each([
    ['no AK1', ['AK9*A*1*1*1']],
    ['no AK9', ['AK1*IM*12']],
    ['an unknown status', ['AK1*IM*12', 'AK9*Y*1*1*1']],
    ['a set without a status', ['AK1*IM*12', 'AK2*210*0001', 'AK9*A*1*1*1']],
    ['two groups', ['AK1*IM*12', 'AK1*IM*13', 'AK9*A*1*1*1']],
  ])('acknowledges nothing with %s', (_name, lines) => {
    const { segments } = buildSet('997', ...lines);
    expect(readAcknowledgment({ segments })).toBeNull();
  });
});
