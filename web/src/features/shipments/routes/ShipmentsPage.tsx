import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useApiQuery } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { FREIGHT_STATUSES, TRACKING_STATUSES } from '../../../ui/choices';
import { PagedTable, type Column } from '../../../ui/DataTable';
import {
  ChoiceFilter,
  Filters,
  toListQuery,
  TextFilter,
  useFilters,
  type SearchParams,
} from '../../../ui/filters';
import { formatDate, formatMoney, EMPTY_VALUE, formatPlace } from '../../../ui/format';
import { EmptyState, PageHeader } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';

const BulkActions = lazy(() => import('../components/BulkActions'));

type Freight = Schemas['Freight'];

/** The queues of a day; each is a set of filters. */
const QUEUES: { label: string; search: SearchParams }[] = [
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
    render: ({ id, bol_number }) => (
      <Link to="/shipments/$id" params={{ id: String(id) }}>
        {bol_number}
      </Link>
    ),
  },
  { label: 'Status', render: (one) => <ShipmentStatus shipment={one} /> },
  { label: 'PRO', render: ({ pro_number }) => pro_number ?? '' },
  { label: 'Carrier', render: ({ carrier_name }) => carrier_name },
  { label: 'From', render: ({ origin }) => <PartySummary party={origin} /> },
  { label: 'To', render: ({ destination }) => <PartySummary party={destination} /> },
  { label: 'Pickup', render: ({ pickup }) => formatDate(pickup.date) },
  { label: 'Expected', render: ({ estimated_delivery_date }) => formatDate(estimated_delivery_date) },
  { label: 'Charge', alignRight: true, render: ({ total_charge_cents }) => formatMoney(total_charge_cents) },
];

export default function Shipments() {
  const { filters } = useFilters();
  const { hasScope: may } = useSession();
  const list = useApiQuery(['freight', filters], (lading) => lading.freight.list(toListQuery(filters)), {
    keepPrevious: true,
    refetchIntervalMs: 30_000,
  });
  const [ids, setIds] = useState(new Set<number>());
  return (
    <>
      <PageHeader title="Shipments">
        {may('quotes.write') && (
          <Button component={Link} to="/ship">
            New shipment
          </Button>
        )}
      </PageHeader>
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
        selection={{ ids, set: setIds }}
        emptyFiltered={filters.attention ? 'Nothing waits for you.' : undefined}
        empty={
          <EmptyState
            title="No shipments yet"
            action={
              <Button component={Link} to="/ship">
                Get quotes
              </Button>
            }
          >
            Ask what it costs, choose a carrier, book it: the shipment is here then, with its papers and where
            it is.
          </EmptyState>
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

export function ShipmentStatus({ shipment }: { shipment: Freight }) {
  const { status, tracking_status, pickup } = shipment;
  const isOnTheWay = status === 'in_transit' && tracking_status && tracking_status !== 'in_transit';
  return (
    <span style={{ display: 'inline-flex', gap: 4, flexWrap: 'wrap' }}>
      <StatusBadge status={status} />
      {isOnTheWay && <StatusBadge status={tracking_status} />}
      {pickup.status === 'missed' && <StatusBadge status="missed" text="Pickup missed" />}
      {pickup.status === 'cancelled' && status !== 'voided' && (
        <StatusBadge tone="warn" text="Pickup called off" />
      )}
    </span>
  );
}

function PartySummary({ party }: { party: Schemas['Party'] }) {
  return (
    <span>
      {party.company || EMPTY_VALUE}
      <br />
      <span className={styles.dimmed}>{formatPlace(party)}</span>
    </span>
  );
}
