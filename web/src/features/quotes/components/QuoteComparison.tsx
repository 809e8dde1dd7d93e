import type { Schemas } from '@lading/sdk';
import { NativeSelect } from '@mantine/core';
import { FilterBar } from '../../../ui/filters';
import { QuoteCard } from './QuoteCard';
import { QuoteWarnings } from './QuoteWarnings';

type Quote = Schemas['Quote'];

const byPrice = (a: Quote, b: Quote) => a.net_charge_cents - b.net_charge_cents;
const ORDERS: Record<string, { label: string; compare: (a: Quote, b: Quote) => number }> = {
  price: { label: 'Price', compare: byPrice },
  days: { label: 'Transit time', compare: (a, b) => a.transit_days - b.transit_days || byPrice(a, b) },
  carrier: { label: 'Carrier', compare: (a, b) => a.carrier_name.localeCompare(b.carrier_name) },
  warnings: {
    label: 'Fewest warnings',
    compare: (a, b) => a.warnings.length - b.warnings.length || byPrice(a, b),
  },
};
const DEFAULT_ORDER = 'price';

interface Props {
  quotes: Quote[];
  /** The warnings that all quotes share. Shown once, above them. */
  sharedWarnings: Schemas['QuoteWarning'][];
  /** A key of `ORDERS`. Anything else sorts by price. */
  order?: string;
  onOrderChange: (order: string) => void;
  onSelect?: (quote: Quote) => Promise<unknown>;
}

/** Compares the quotes of one request by price, transit time, carrier or warnings. */
export function QuoteComparison({
  quotes,
  sharedWarnings,
  order = DEFAULT_ORDER,
  onOrderChange,
  onSelect,
}: Props) {
  const { compare } = ORDERS[order] ?? ORDERS[DEFAULT_ORDER]!;
  return (
    <>
      <QuoteWarnings warnings={sharedWarnings} />
      <FilterBar>
        <NativeSelect
          label="Sort by"
          value={order}
          data={Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }))}
          onChange={(event) => onOrderChange(event.currentTarget.value)}
        />
      </FilterBar>
      {quotes.toSorted(compare).map((quote) => (
        <QuoteCard
          key={quote.id}
          quote={quote}
          warnings={quote.warnings.filter(
            ({ code }) => !sharedWarnings.some((warning) => warning.code === code),
          )}
          onSelect={onSelect}
        />
      ))}
    </>
  );
}
