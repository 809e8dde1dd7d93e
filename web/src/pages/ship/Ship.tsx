import { LadingError } from '@lading/sdk';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { ACCESSORIALS, LIMITED_ACCESS_KINDS } from '../../ui/choices';
import { ErrorNote } from '../../ui/ErrorNote';
import type { Search } from '../../ui/filters';
import { words } from '../../ui/format';
import { Dimmed, PageHead, Section, Stack } from '../../ui/parts';
import { faultsOf } from '../../ui/RecordForm';
import fields from '../../ui/ui.module.css';
import { ItemFields } from './ItemFields';
import { PlaceFields } from './PlaceFields';
import { NEW_ITEM, NEW_REQUEST, quoteBody, recall, remember, type Item, type ShipRequest } from './request';
import styles from './ship.module.css';

/** Asks all carriers at once what it would cost. */
export default function Ship() {
  const { again }: Search = useSearch({ strict: false });
  const [request, setRequest] = useState<ShipRequest>(() => recall(again)?.request ?? NEW_REQUEST);
  const set = (change: Partial<ShipRequest>) => setRequest((before) => ({ ...before, ...change }));
  const navigate = useNavigate();
  const ask = useWrite((lading, asked: ShipRequest) => lading.quotes.create(quoteBody(asked)), {
    after({ quote_group_id, carrier_results }) {
      remember(quote_group_id, { request, results: carrier_results });
      void navigate({ to: '/ship/$group', params: { group: quote_group_id } });
    },
  });
  const faults = faultsOf(ask.error);
  const setItem = (at: number, item: Item) => set({ items: request.items.with(at, item) });

  return (
    <>
      <PageHead title="Ship" />
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
              faults={faults}
              set={(origin) => set({ origin })}
            />
            <PlaceFields
              title="To"
              side="destination"
              place={request.destination}
              faults={faults}
              set={(destination) => set({ destination })}
            />
          </div>
        </Section>
        <Section
          title="Freight"
          actions={
            <Button variant="default" onClick={() => set({ items: [...request.items, NEW_ITEM] })}>
              Add a line
            </Button>
          }
        >
          <Stack>
            {request.items.map((item, at) => (
              <ItemFields
                key={at}
                at={at}
                item={item}
                faults={faults}
                set={(changed) => setItem(at, changed)}
                remove={
                  request.items.length > 1 ? () => set({ items: request.items.toSpliced(at, 1) }) : undefined
                }
              />
            ))}
          </Stack>
        </Section>
        <Section title="Services">
          <Services request={request} set={set} />
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
            <CustomerChoice value={request.customer_id} set={(customer_id) => set({ customer_id })} />
          </div>
        </Section>
        <ErrorNote error={ask.error} />
        <Declined error={ask.error} />
        <div className={fields.actions}>
          <Button type="submit" size="sm" loading={ask.isPending}>
            Get quotes
          </Button>
          <Button variant="default" size="sm" onClick={() => setRequest(NEW_REQUEST)}>
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

function Services({ request, set }: { request: ShipRequest; set: (change: Partial<ShipRequest>) => void }) {
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
              label={words(name)}
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

function CustomerChoice({ value, set }: { value: string; set: (id: string) => void }) {
  const { may } = useSession();
  const customers = useRead(['customers', 'choice'], (lading) => lading.customers.list({ limit: 100 }), {
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
function Declined({ error }: { error: unknown }) {
  const results =
    error instanceof LadingError && (error.details as { carrier_results?: Result[] })?.carrier_results;
  return (
    results && (
      <ul>
        {results.map(({ carrier, status, reason }) => (
          <li key={carrier}>
            {carrier} <Badge of={status} /> {reason}
          </li>
        ))}
      </ul>
    )
  );
}

interface Result {
  carrier: string;
  status: string;
  reason: string | null;
}
