import { describe, expect, it } from '@jest/globals';
import { parseCents, toFormValues, toRequestBody, type FormField } from './form-values';

describe('parseCents', () => {
  it.each([
    ['450', 45_000],
    ['$1,234.56', 123_456],
    ['1234.5', 123_450],
    [' 0.07 ', 7],
    ['-12.30', -1_230],
  ])('parses %s as cents', (text, cents) => expect(parseCents(text)).toBe(cents));

  it.each(['4,50', '1.234,56', '12.345', '5 0', '1,23,456', '1e3', 'twelve', ''])(
    'returns %s unchanged, so that the service rejects it',
    (text) => expect(parseCents(text)).toBe(text),
  );
});

describe('a field with date and time', () => {
  const FIELDS: FormField[] = [{ name: 'occurred_at', label: 'Time', kind: 'datetime' }];

  it('shows the local time to the minute and sends it as a timestamp', () => {
    const values = toFormValues(FIELDS, { occurred_at: '2026-11-24T17:30:42.000Z' });
    expect(values.occurred_at).toMatch(/^2026-11-2[345]T\d\d:\d\d$/);
    expect(toRequestBody(FIELDS, values)).toEqual({ occurred_at: '2026-11-24T17:30:00.000Z' });
  });

  it('sends other text unchanged, so that the service rejects it', () => {
    expect(toRequestBody(FIELDS, { occurred_at: 'noon' })).toEqual({ occurred_at: 'noon' });
  });
});

describe('a list of rows', () => {
  const FIELDS: FormField[] = [
    {
      name: 'fees',
      label: 'Fees',
      kind: 'rows',
      rowFields: [
        { name: 'over_inches', label: 'Over', kind: 'number' },
        { name: 'flat_cents', label: 'Fee', kind: 'money' },
      ],
    },
  ];
  const RECORD = { fees: [{ over_inches: 96, flat_cents: 12_500 }] };

  it('fills one group of fields per row and sends all rows', () => {
    const values = toFormValues(FIELDS, RECORD);
    expect(values).toEqual({ fees: [{ over_inches: '96', flat_cents: '125.00' }] });
    expect(toRequestBody(FIELDS, values, RECORD)).toEqual(RECORD);
  });

  it('sends an empty list after the last row was removed, and nothing if there never was one', () => {
    expect(toRequestBody(FIELDS, { fees: [] }, RECORD)).toEqual({ fees: [] });
    expect(toRequestBody(FIELDS, toFormValues(FIELDS))).toEqual({});
  });
});
