import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { FREIGHT_STATUSES, TRACKING_STATUSES } from '../../ui/choices';
import { PagedTable, type Column } from '../../ui/DataTable';
import { ChoiceFilter, Filters, queryOf, TextFilter, useFilters, type Search } from '../../ui/filters';
import { day, money, NONE, place } from '../../ui/format';
import { Empty, PageHead } from '../../ui/parts';
import styles from '../../ui/ui.module.css';

const BulkActions = lazy(() => import('./BulkActions'));

type Freight = Schemas['Freight'];

/** The queues of a day; each is a set of filters. */
const QUEUES: { label: string; search: Search }[] = [
  { label: 'All', search: {} },
  { label: 'Needs attention', search: { attention: 'true' } },
  { label: 'Drafts', search: { status: 'draft' } },
  { label: 'Waiting for pickup', search: { status: 'created,booked,tendered,carrier_accepted,scheduled' } },
  { label: 'On the way', search: { status: 'in_transit' } },
  { label: 'Delivered', search: { status: 'delivered' } },
];

export const SHIPMENT_COLUMNS: Column<Freight>[] = [
  {
    label: 'Shipment',
    show: ({ id, bol_number }) => (
      <Link to="/shipments/$id" params={{ id: String(id) }}>
        {bol_number}
      </Link>
    ),
  },
  { label: 'Status', show: (one) => <Statuses of={one} /> },
  { label: 'PRO', show: ({ pro_number }) => pro_number ?? '' },
  { label: 'Carrier', show: ({ carrier_name }) => carrier_name },
  { label: 'From', show: ({ origin }) => <Side of={origin} /> },
  { label: 'To', show: ({ destination }) => <Side of={destination} /> },
  { label: 'Pickup', show: ({ pickup }) => day(pickup.date) },
  { label: 'Expected', show: ({ estimated_delivery_date }) => day(estimated_delivery_date) },
  { label: 'Charge', right: true, show: ({ total_charge_cents }) => money(total_charge_cents) },
];

export default function Shipments() {
  const { filters } = useFilters();
  const { may } = useSession();
  const list = useRead(['freight', filters], (lading) => lading.freight.list(queryOf(filters)), {
    keep: true,
    every: 30_000,
  });
  const [ids, setIds] = useState(new Set<number>());
  return (
    <>
      <PageHead title="Shipments">
        {may('quotes.write') && (
          <Button component={Link} to="/ship">
            New shipment
          </Button>
        )}
      </PageHead>
      <Queues />
      <Filters>
        <TextFilter name="q" label="Find" />
        <ChoiceFilter name="status" label="Status" choices={FREIGHT_STATUSES} />
        <ChoiceFilter name="tracking_status" label="Tracking" choices={TRACKING_STATUSES} />
        <TextFilter name="carrier" label="Carrier (SCAC)" />
        <TextFilter name="reference" label="Reference" />
        <TextFilter name="pickup_date[gte]" label="Pickup from" type="date" />
        <TextFilter name="pickup_date[lte]" label="Pickup to" type="date" />
      </Filters>
      {ids.size > 0 && (
        <Suspense>
          <BulkActions ids={ids} clear={() => setIds(new Set())} />
        </Suspense>
      )}
      <PagedTable
        label="Shipments"
        list={list}
        columns={SHIPMENT_COLUMNS}
        chosen={{ ids, set: setIds }}
        none={filters.attention ? 'Nothing waits for you.' : undefined}
        empty={
          <Empty
            title="No shipments yet"
            action={
              <Button component={Link} to="/ship">
                Get quotes
              </Button>
            }
          >
            Ask what it costs, choose a carrier, book it: the shipment is here then, with its papers and where
            it is.
          </Empty>
        }
      />
    </>
  );
}

function Queues() {
  const { filters } = useFilters();
  const now = new URLSearchParams(
    Object.entries({ attention: filters.attention, status: filters.status }).filter(
      (entry): entry is [string, string] => !!entry[1],
    ),
  ).toString();
  return (
    <nav className={styles.tabs} aria-label="Queues">
      {QUEUES.map(({ label, search }) => (
        <Link
          key={label}
          to="/shipments"
          search={search}
          activeOptions={{ exact: true }}
          aria-current={
            now === new URLSearchParams(search as Record<string, string>).toString() ? 'true' : undefined
          }
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

export function Statuses({ of }: { of: Freight }) {
  const { status, tracking_status, pickup } = of;
  const isOnTheWay = status === 'in_transit' && tracking_status && tracking_status !== 'in_transit';
  return (
    <span style={{ display: 'inline-flex', gap: 4, flexWrap: 'wrap' }}>
      <Badge of={status} />
      {isOnTheWay && <Badge of={tracking_status} />}
      {pickup.status === 'missed' && <Badge of="missed" text="Pickup missed" />}
      {pickup.status === 'cancelled' && status !== 'voided' && <Badge tone="warn" text="Pickup called off" />}
    </span>
  );
}

function Side({ of }: { of: Schemas['Party'] }) {
  return (
    <span>
      {of.company || NONE}
      <br />
      <span className={styles.dimmed}>{place(of)}</span>
    </span>
  );
}
