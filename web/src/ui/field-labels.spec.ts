import { describe, expect, it } from '@jest/globals';
import { formatFault, formatParam } from './field-labels';

describe('formatParam', () => {
  it.each([
    ['items[0].freight_class', 'Item 1 class'],
    ['items[11].handling_unit_type', 'Item 12 packaging'],
    ['origin.zip', 'Origin ZIP'],
    ['ship_from.phone', 'Ship from phone'],
    ['declared_value_cents', 'Declared value'],
    ['notify[1].email', 'Recipient 2 email'],
    ['url', 'URL'],
  ])('labels %s as %s', (param, label) => {
    expect(formatParam(param)).toBe(label);
  });

  it('prefers the label of the form', () => {
    expect(formatParam('address.zip', [{ name: 'address.zip', label: 'ZIP (five digits)' }])).toBe('ZIP');
  });
});

describe('formatFault', () => {
  it.each([
    ['origin.city', 'origin.city is required.', 'Origin city is required.'],
    ['name', 'name must not be blank. Each name is unique.', 'Name must not be blank. Each name is unique.'],
    [
      'items[0].weight',
      'A handling unit of items[0] weighs 900 lb.',
      'A handling unit of item 1 weighs 900 lb.',
    ],
    [
      'amount_cents',
      'amount_cents 70000 exceeds the bill. Send at most 64283.',
      'Amount $700.00 exceeds the bill. Send at most $642.83.',
    ],
    [
      'amount_cents',
      'amount_cents must be a whole number from 0 to 9, not text.',
      'Amount must be an amount in dollars, such as 1,234.56.',
    ],
    [
      'scopes',
      'Your role lacks the scope organization.write.',
      'Your role lacks the scope organization.write.',
    ],
  ])('names the field %s in "%s"', (param, message, text) => {
    expect(formatFault({ param, message })).toBe(text);
  });

  it('keeps a message without a field', () => {
    expect(formatFault({ message: 'The quote has expired.' })).toBe('The quote has expired.');
  });
});
