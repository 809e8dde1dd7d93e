import type { Schemas } from '@lading/sdk';
import { Button, NativeSelect } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ChargeTable } from '../../../ui/ChargeTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { Filters, useFilters } from '../../../ui/filters';
import {
  pluralize,
  formatDate,
  formatDateTime,
  formatMoney,
  formatPlace,
  humanize,
} from '../../../ui/format';
import { Dimmed, PageHeader, Section, Stack, LoadingSkeleton } from '../../../ui/layout';
import { QuoteWarnings } from '../components/QuoteWarnings';
import { readQuoteRequest, type QuotePlace } from '../api/quote-request';
import styles from '../components/quotes.module.css';

type Quote = Schemas['Quote'];

const ORDERS: Record<string, { label: string; by: (a: Quote, b: Quote) => number }> = {
  price: { label: 'Price', by: (a, b) => a.net_charge_cents - b.net_charge_cents },
  days: {
    label: 'Days on the road',
    by: (a, b) => a.transit_days - b.transit_days || a.net_charge_cents - b.net_charge_cents,
  },
  carrier: { label: 'Carrier', by: (a, b) => a.carrier_name.localeCompare(b.carrier_name) },
  warnings: {
    label: 'Fewest warnings',
    by: (a, b) => a.warnings.length - b.warnings.length || a.net_charge_cents - b.net_charge_cents,
  },
};

/** What the carriers ask for the same freight, side by side. */
export default function CompareQuotes() {
  const { group = '' } = useParams({ strict: false });
  const { filters, set } = useFilters();
  const quotes = useApiQuery(['quotes', 'group', group], (lading) => lading.quotes.group(group));
  const asked = readQuoteRequest(group);
  if (quotes.error) return <ErrorNote error={quotes.error} />;
  if (!quotes.data) return <LoadingSkeleton />;
  const { data, warnings } = quotes.data;
  const order = ORDERS[filters.sort ?? 'price'] ?? ORDERS.price!;
  const [first] = data;
  const unpriced = (asked?.results ?? []).filter(({ status }) => status !== 'rated');
  return (
    <>
      <PageHeader title={pluralize(data.length, 'quote')}>
        <Button component={Link} to="/ship" search={{ again: asked && group } as never} variant="default">
          Change the request
        </Button>
      </PageHeader>
      <Stack>
        {first && (
          <Dimmed>
            {formatPlace(first.origin)} to {formatPlace(first.destination)},{' '}
            {first.dimensions.weight.toLocaleString('en-US')} lb, class {first.freight_class}
          </Dimmed>
        )}
        <QuoteWarnings warnings={warnings} />
        <Filters>
          <NativeSelect
            label="Order by"
            value={filters.sort ?? 'price'}
            data={Object.entries(ORDERS).map(([value, { label }]) => ({ value, label }))}
            onChange={(event) => set({ sort: event.currentTarget.value })}
          />
        </Filters>
        {data.toSorted(order.by).map((quote) => (
          <QuoteCard
            key={quote.id}
            quote={quote}
            shared={warnings}
            from={asked?.request.origin}
            to={asked?.request.destination}
          />
        ))}
        {unpriced.length > 0 && (
          <Section title="Without a price">
            {unpriced.map(({ carrier, status, reason }) => (
              <Dimmed key={carrier}>
                {carrier} <StatusBadge status={status} /> {reason}
              </Dimmed>
            ))}
          </Section>
        )}
      </Stack>
    </>
  );
}

interface CardProps {
  quote: Quote;
  shared: Schemas['QuoteWarning'][];
  from?: QuotePlace;
  to?: QuotePlace;
}

function QuoteCard({ quote, shared, from, to }: CardProps) {
  const { hasScope: may } = useSession();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const draft = useApiMutation(
    (lading, { id, items }: Quote) =>
      lading.freight.create({
        quote_id: id,
        ship_from: buildParty(from),
        ship_to: buildParty(to),
        ...(items[0]?.description && { freight: { description: items[0].description } }),
      }),
    { onSuccess: ({ id }) => void navigate({ to: '/shipments/$id', params: { id: String(id) } }) },
  );
  const own = quote.warnings.filter(({ code }) => !shared.some((one) => one.code === code));
  const names = Object.entries(quote.accessorials).flatMap(([name, on]) => (on ? [humanize(name)] : []));
  return (
    <article
      className={styles.quote}
      aria-label={`${quote.carrier_name}, ${formatMoney(quote.net_charge_cents)}`}
    >
      <div>
        <strong>{quote.carrier_name}</strong>{' '}
        {quote.recommended && <StatusBadge tone="good" text="Recommended" />}
        <Dimmed>{quote.service_level}</Dimmed>
      </div>
      <Figure name="On the road" value={pluralize(quote.transit_days, 'day')} />
      <Figure name="Pickup" value={formatDate(quote.pickup_date)} />
      <Figure name="Delivery" value={formatDate(quote.estimated_delivery_date)} />
      <div className={styles.price}>{formatMoney(quote.net_charge_cents)}</div>
      {quote.status === 'active' && may('freight.write') ? (
        <Button loading={draft.isPending} onClick={() => draft.mutate(quote)}>
          Choose
        </Button>
      ) : (
        <StatusBadge status={quote.status} />
      )}
      <div className={styles.more}>
        <QuoteWarnings warnings={own} />
        <ErrorNote error={draft.error} />
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide charges' : 'Charges'}
        </Button>
        {isOpen && (
          <>
            <ChargeTable
              label={`Charges of ${quote.carrier_name}`}
              charges={quote.charges}
              total={quote.net_charge_cents}
            />
            {quote.cost_cents !== undefined && quote.cost_cents !== quote.net_charge_cents && (
              <Dimmed>Costs you {formatMoney(quote.cost_cents)}</Dimmed>
            )}
            {names.length > 0 && <Dimmed>With {names.join(', ')}</Dimmed>}
            <Dimmed>
              Quote {quote.quote_number}, good until {formatDateTime(quote.expires_at)}
            </Dimmed>
          </>
        )}
      </div>
    </article>
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

/** A saved address brings all that it knows; else what was typed. */
function buildParty(place: QuotePlace | undefined): Schemas['FreightParty'] | undefined {
  if (!place) return undefined;
  return place.address_id === undefined
    ? { company: place.company || null }
    : { address_id: place.address_id };
}
