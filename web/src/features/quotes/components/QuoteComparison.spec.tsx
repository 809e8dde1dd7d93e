import type { Schemas } from '@lading/sdk';
import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderComponent } from '../../../testing/render';
import { QuoteComparison } from './QuoteComparison';

type Quote = Schemas['Quote'];
type Warning = Schemas['QuoteWarning'];

const SHARED: Warning = {
  code: 'class_density_mismatch',
  message: 'Line 1 is class 100 by density.',
  param: 'items[0]',
};
const OWN: Warning = { code: 'pickup_moved', message: 'No pickup on Sunday.', param: 'ship_date' };

function buildQuote(id: number, carrier_name: string, cents: number, transit_days: number): Quote {
  return {
    id,
    carrier_name,
    quote_number: `Q-${id}`,
    status: 'active',
    service_level: 'Standard',
    net_charge_cents: cents,
    transit_days,
    pickup_date: '2026-11-24',
    estimated_delivery_date: '2026-11-28',
    expires_at: '2026-12-01T12:00:00Z',
    accessorials: { destination_liftgate: true },
    charges: [
      { code: 'LHS', description: 'Linehaul', amount_cents: cents, weight: 500, freight_class: '100' },
    ],
    warnings: [SHARED],
    recommended: false,
  } as Partial<Quote> as Quote;
}

const CHEAP_SLOW = buildQuote(1, 'Zephyr Freight', 20_000, 6);
const DEAR_FAST = buildQuote(2, 'Apex Lines', 45_000, 2);
const MIDDLE = {
  ...buildQuote(3, 'Midway', 30_000, 4),
  recommended: true,
  warnings: [SHARED, OWN],
};
const QUOTES = [DEAR_FAST, CHEAP_SLOW, MIDDLE];

const noOp = () => {};
const renderComparison = (props: Partial<Parameters<typeof QuoteComparison>[0]> = {}) =>
  renderComponent(
    <QuoteComparison quotes={QUOTES} sharedWarnings={[SHARED]} onOrderChange={noOp} {...props} />,
  );
const readCards = () =>
  screen.getAllByRole('article').map((card) => card.getAttribute('aria-label')!.split(',')[0]);
const getCard = (carrier: string) =>
  within(screen.getByRole('article', { name: (name) => name.startsWith(carrier) }));

describe('QuoteComparison', () => {
  it.each([
    [undefined, ['Zephyr Freight', 'Midway', 'Apex Lines']],
    ['days', ['Apex Lines', 'Midway', 'Zephyr Freight']],
    ['carrier', ['Apex Lines', 'Midway', 'Zephyr Freight']],
    ['warnings', ['Zephyr Freight', 'Apex Lines', 'Midway']],
    ['unknown', ['Zephyr Freight', 'Midway', 'Apex Lines']],
  ])('sorts the cards by %s', (order, carriers) => {
    renderComparison({ order });
    expect(readCards()).toEqual(carriers);
  });

  it('reports the order that the user selects', async () => {
    const onOrderChange = jest.fn();
    const { user } = renderComparison({ onOrderChange });
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Transit time');
    expect(onOrderChange).toHaveBeenCalledWith('days');
  });

  it('shows the price, the transit time and the recommendation of each quote', () => {
    renderComparison();
    const card = getCard('Midway');
    expect(card.getByText('$300.00')).toBeTruthy();
    expect(card.getByText('4 business days')).toBeTruthy();
    expect(card.getByText('Recommended')).toBeTruthy();
    expect(screen.getAllByText('Recommended')).toHaveLength(1);
  });

  it('shows a shared warning once and a warning of one quote on its card', () => {
    renderComparison();
    expect(screen.getAllByText(SHARED.message)).toHaveLength(1);
    expect(getCard('Midway').getByText(OWN.message)).toBeTruthy();
    expect(screen.getAllByText(OWN.message)).toHaveLength(1);
  });

  it('shows the charges and accessorials of a quote on demand', async () => {
    const { user } = renderComparison();
    const card = getCard('Apex Lines');
    expect(card.queryByRole('table')).toBeNull();
    await user.click(card.getByRole('button', { name: 'Show charges' }));
    expect(card.getByRole('table', { name: 'Charges from Apex Lines' }).textContent).toContain('Linehaul');
    expect(card.getByText('Accessorials: Liftgate at delivery')).toBeTruthy();
  });

  it('selects a quote and shows the error if that fails', async () => {
    const onSelect = jest.fn(async (quote: Quote) => {
      throw new Error(`Quote ${quote.quote_number} has expired. Request new quotes.`);
    });
    const { user } = renderComparison({ onSelect });
    await user.click(getCard('Apex Lines').getByRole('button', { name: 'Select' }));
    await waitFor(() =>
      expect(getCard('Apex Lines').getByRole('alert').textContent).toBe(
        'Quote Q-2 has expired. Request new quotes.',
      ),
    );
    expect(onSelect).toHaveBeenCalledTimes(1);
  });

  it('offers no selection without the permission or for an expired quote', () => {
    renderComparison();
    expect(screen.queryByRole('button', { name: 'Select' })).toBeNull();
    renderComparison({ quotes: [{ ...MIDDLE, status: 'expired' }], onSelect: async () => {} });
    expect(screen.queryByRole('button', { name: 'Select' })).toBeNull();
    expect(screen.getByText('Expired')).toBeTruthy();
  });
});
