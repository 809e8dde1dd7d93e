import { LadingError } from '@lading/sdk';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ACCESSORIALS, LIMITED_ACCESS_KINDS } from '../../../ui/choices';
import { ErrorNote } from '../../../ui/ErrorNote';
import type { SearchParams } from '../../../ui/filters';
import { humanize } from '../../../ui/format';
import { Dimmed, PageHeader, Section, Stack } from '../../../ui/layout';
import { toFieldErrors } from '../../../ui/RecordForm';
import fields from '../../../ui/ui.module.css';
import { ItemFields } from '../components/ItemFields';
import { PlaceFields } from '../components/PlaceFields';
import {
  EMPTY_ITEM,
  EMPTY_REQUEST,
  buildQuoteBody,
  readQuoteRequest,
  storeQuoteRequest,
  type QuoteItem,
  type QuoteRequest,
} from '../api/quote-request';
import styles from '../components/quotes.module.css';

/** Asks all carriers at once what it would cost. */
export default function RequestQuotes() {
  const { again }: SearchParams = useSearch({ strict: false });
  const [request, setRequest] = useState<QuoteRequest>(
    () => readQuoteRequest(again)?.request ?? EMPTY_REQUEST,
  );
  const set = (change: Partial<QuoteRequest>) => setRequest((before) => ({ ...before, ...change }));
  const navigate = useNavigate();
  const ask = useApiMutation((lading, asked: QuoteRequest) => lading.quotes.create(buildQuoteBody(asked)), {
    onSuccess({ quote_group_id, carrier_results }) {
      storeQuoteRequest(quote_group_id, { request, results: carrier_results });
      void navigate({ to: '/ship/$group', params: { group: quote_group_id } });
    },
  });
  const faults = toFieldErrors(ask.error);
  const setItem = (at: number, item: QuoteItem) => set({ items: request.items.with(at, item) });

  return (
    <>
      <PageHeader title="Ship" />
      <form
        noValidate
        className={fields.stack}
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(request);
        }}
      >
        <Section>
          <div className={styles.sides}>
            <PlaceFields
              title="From"
              side="origin"
              place={request.origin}
              errors={faults}
              onChange={(origin) => set({ origin })}
            />
            <PlaceFields
              title="To"
              side="destination"
              place={request.destination}
              errors={faults}
              onChange={(destination) => set({ destination })}
            />
          </div>
        </Section>
        <Section
          title="Freight"
          actions={
            <Button variant="default" onClick={() => set({ items: [...request.items, EMPTY_ITEM] })}>
              Add a line
            </Button>
          }
        >
          <Stack>
            {request.items.map((item, at) => (
              <ItemFields
                key={at}
                index={at}
                item={item}
                errors={faults}
                onChange={(changed) => setItem(at, changed)}
                onRemove={
                  request.items.length > 1 ? () => set({ items: request.items.toSpliced(at, 1) }) : undefined
                }
              />
            ))}
          </Stack>
        </Section>
        <Section title="Services">
          <ServiceFields request={request} set={set} />
        </Section>
        <Section title="Day and value">
          <div className={fields.fields}>
            <TextInput
              label="Ready on"
              name="ship_date"
              type="date"
              description="Else the next business day"
              value={request.ship_date}
              error={faults.ship_date}
              onChange={(event) => set({ ship_date: event.currentTarget.value })}
              style={{ gridColumn: 'span 2' }}
            />
            <TextInput
              label="Declared value"
              name="declared_value"
              description="What the goods are worth"
              leftSection="$"
              inputMode="decimal"
              value={request.declared_value}
              error={faults.declared_value_cents}
              onChange={(event) => set({ declared_value: event.currentTarget.value })}
              style={{ gridColumn: 'span 2' }}
            />
            <CustomerSelect value={request.customer_id} set={(customer_id) => set({ customer_id })} />
          </div>
        </Section>
        <ErrorNote error={ask.error} />
        <DeclinedCarriers error={ask.error} />
        <div className={fields.actions}>
          <Button type="submit" size="sm" loading={ask.isPending}>
            Get quotes
          </Button>
          <Button variant="default" size="sm" onClick={() => setRequest(EMPTY_REQUEST)}>
            Start over
          </Button>
        </div>
        {ask.isPending && (
          <div role="status">
            <Dimmed>Asking all carriers at once. Who is too slow is left out.</Dimmed>
          </div>
        )}
      </form>
    </>
  );
}

function ServiceFields({
  request,
  set,
}: {
  request: QuoteRequest;
  set: (change: Partial<QuoteRequest>) => void;
}) {
  const chosen = new Set(request.accessorials);
  const toggle = (name: string) =>
    set({
      accessorials: chosen.has(name)
        ? request.accessorials.filter((one) => one !== name)
        : [...request.accessorials, name],
    });
  const kind = (side: 'limited_pickup' | 'limited_delivery', label: string) => (
    <NativeSelect
      label={label}
      value={request[side]}
      data={[{ value: '', label: '–' }, ...LIMITED_ACCESS_KINDS]}
      onChange={(event) => set({ [side]: event.currentTarget.value })}
    />
  );
  return (
    <div className={styles.services}>
      {ACCESSORIALS.map(({ title, names }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {names.map((name) => (
            <Checkbox
              key={name}
              name={name}
              label={humanize(name)}
              checked={chosen.has(name)}
              onChange={() => toggle(name)}
            />
          ))}
          {chosen.has('limited_access_pickup') &&
            title === 'At pickup' &&
            kind('limited_pickup', 'Kind of place')}
          {chosen.has('limited_access_delivery') &&
            title === 'At delivery' &&
            kind('limited_delivery', 'Kind of place')}
        </fieldset>
      ))}
    </div>
  );
}

function CustomerSelect({ value, set }: { value: string; set: (id: string) => void }) {
  const { hasScope: may } = useSession();
  const customers = useApiQuery(['customers', 'choice'], (lading) => lading.customers.list({ limit: 100 }), {
    enabled: may('customers.read'),
  });
  return (
    <NativeSelect
      label="Customer"
      name="customer_id"
      description="Whose markup applies"
      value={value}
      data={[
        { value: '', label: '–' },
        ...(customers.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => set(event.currentTarget.value)}
      style={{ gridColumn: 'span 2' }}
    />
  );
}

/** Why no carrier has a price. */
function DeclinedCarriers({ error }: { error: unknown }) {
  const results =
    error instanceof LadingError &&
    (error.details as { carrier_results?: DeclinedResult[] })?.carrier_results;
  return (
    results && (
      <ul>
        {results.map(({ carrier, status, reason }) => (
          <li key={carrier}>
            {carrier} <StatusBadge status={status} /> {reason}
          </li>
        ))}
      </ul>
    )
  );
}

interface DeclinedResult {
  carrier: string;
  status: string;
  reason: string | null;
}
