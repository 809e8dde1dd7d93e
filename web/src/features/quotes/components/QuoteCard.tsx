import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ChargeTable } from '../../../ui/ChargeTable';
import { formatAccessorial } from '../../../ui/choices';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDate, formatDateTime, formatMoney, pluralize } from '../../../ui/format';
import { Dimmed } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { QuoteWarnings } from './QuoteWarnings';
import styles from './quotes.module.css';

type Quote = Schemas['Quote'];

interface Props {
  quote: Quote;
  /** The warnings that apply to this quote only. */
  warnings: Schemas['QuoteWarning'][];
  /** Without it the quote can't be selected. */
  onSelect?: (quote: Quote) => Promise<unknown>;
}

/** One carrier's quote in a comparison, with its charges on demand. */
export function QuoteCard({ quote, warnings, onSelect }: Props) {
  const [isOpen, setOpen] = useState(false);
  const select = useMutation({ mutationFn: async () => onSelect?.(quote) });
  return (
    <article
      className={styles.quote}
      aria-label={`${quote.carrier_name}, ${formatMoney(quote.net_charge_cents, quote.currency)}`}
    >
      <div>
        <strong>{quote.carrier_name}</strong>{' '}
        {quote.recommended && <StatusBadge tone="good" text="Recommended" />}
        <Dimmed>{quote.service_level}</Dimmed>
      </div>
      <Figure name="Transit" value={pluralize(quote.transit_days, 'business day')} />
      <Figure name="Pickup" value={formatDate(quote.pickup_date)} />
      <Figure name="Delivery" value={formatDate(quote.estimated_delivery_date)} />
      <div className={styles.price}>{formatMoney(quote.net_charge_cents, quote.currency)}</div>
      {quote.status === 'active' && onSelect ? (
        <Button loading={select.isPending} onClick={() => select.mutate()}>
          Select
        </Button>
      ) : (
        <StatusBadge status={quote.status} />
      )}
      <div className={styles.more}>
        <QuoteWarnings warnings={warnings} />
        <ErrorNote error={select.error} />
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide charges' : 'Show charges'}
        </Button>
        {isOpen && <QuoteDetails quote={quote} />}
      </div>
    </article>
  );
}

function QuoteDetails({ quote }: { quote: Quote }) {
  const { carrier_name, charges, net_charge_cents, cost_cents, quote_number, expires_at, currency } = quote;
  const accessorials = Object.entries(quote.accessorials).flatMap(([name, isRequested]) =>
    isRequested ? [formatAccessorial(name)] : [],
  );
  return (
    <>
      <ChargeTable
        label={`Charges from ${carrier_name}`}
        charges={charges}
        total={net_charge_cents}
        currency={currency}
      />
      {cost_cents !== undefined && cost_cents !== net_charge_cents && (
        <Dimmed>Your cost: {formatMoney(cost_cents, currency)}</Dimmed>
      )}
      {accessorials.length > 0 && <Dimmed>Accessorials: {accessorials.join(', ')}</Dimmed>}
      <Dimmed>
        Quote {quote_number}, valid until {formatDateTime(expires_at)}
      </Dimmed>
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <dl>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </dl>
  );
}
