import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../../session/session';
import { FREIGHT_STATUS_CHOICES, TRACKING_STATUSES } from '../../../ui/choices';
import { PagedTable, type Column } from '../../../ui/DataTable';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { EMPTY_VALUE, formatDate, formatMoney, formatPlace } from '../../../ui/format';
import { EmptyState, PageHeader } from '../../../ui/layout';
import { LinkButton } from '../../../ui/LinkButton';
import styles from '../../../ui/ui.module.css';
import { shipmentQueries } from '../api/shipments';
import { ShipmentStatus } from '../components/ShipmentStatus';

const BulkActions = lazy(() => import('../components/BulkActions'));

const route = getRouteApi('/app/shipments');

interface Queue {
  label: string;
  search: { attention?: string; status?: string };
}

/** Tabs that each set one filter. */
const QUEUES: Queue[] = [
  { label: 'All', search: {} },
  { label: 'Needs attention', search: { attention: 'true' } },
  { label: 'Drafts', search: { status: 'draft' } },
  { label: 'Awaiting pickup', search: { status: 'created,booked,tendered,carrier_accepted,scheduled' } },
  { label: 'In transit', search: { status: 'in_transit' } },
  { label: 'Delivered', search: { status: 'delivered' } },
];

const COLUMNS: Column<Schemas['Freight']>[] = [
  {
    label: 'Shipment',
    render: ({ id, bol_number }) => (
      <Link to="/shipments/$id" params={{ id }}>
        {bol_number}
      </Link>
    ),
  },
  { label: 'Status', render: (shipment) => <ShipmentStatus shipment={shipment} /> },
  { label: 'PRO', render: ({ pro_number }) => pro_number ?? '' },
  { label: 'Carrier', render: ({ carrier_name }) => carrier_name },
  { label: 'From', render: ({ origin }) => <PartySummary party={origin} /> },
  { label: 'To', render: ({ destination }) => <PartySummary party={destination} /> },
  { label: 'Pickup', render: ({ pickup }) => formatDate(pickup.date) },
  { label: 'Est. delivery', render: ({ estimated_delivery_date }) => formatDate(estimated_delivery_date) },
  {
    label: 'Total',
    alignRight: true,
    render: ({ total_charge_cents, currency }) => formatMoney(total_charge_cents, currency),
  },
];

export default function ShipmentsPage() {
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const list = useQuery(shipmentQueries.list(session, filters.values));
  const [selectedIds, setSelectedIds] = useState(new Set<number>());
  return (
    <>
      <PageHeader title="Shipments">
        {session.hasScope('quotes.write') && <LinkButton to="/ship">New quote</LinkButton>}
      </PageHeader>
      <Queues selected={filters.values} />
      <FilterBar>
        <TextFilter filters={filters} name="q" label="Search" />
        <ChoiceFilter filters={filters} name="status" label="Status" choices={FREIGHT_STATUS_CHOICES} />
        <ChoiceFilter filters={filters} name="tracking_status" label="Tracking" choices={TRACKING_STATUSES} />
        <TextFilter filters={filters} name="carrier" label="Carrier (SCAC)" />
        <TextFilter filters={filters} name="reference" label="Reference" />
        <TextFilter filters={filters} name="pickup_date[gte]" label="Pickup on or after" type="date" />
        <TextFilter filters={filters} name="pickup_date[lte]" label="Pickup on or before" type="date" />
      </FilterBar>
      {selectedIds.size > 0 && (
        <Suspense>
          <BulkActions ids={selectedIds} clear={() => setSelectedIds(new Set())} />
        </Suspense>
      )}
      <PagedTable
        label="Shipments"
        list={list}
        filters={filters}
        columns={COLUMNS}
        selection={{ ids: selectedIds, set: setSelectedIds }}
        emptyFiltered={filters.values.attention ? 'No shipments need attention.' : undefined}
        empty={
          <EmptyState title="No shipments yet" action={<LinkButton to="/ship">Get quotes</LinkButton>}>
            Get quotes, select a carrier and book. The shipment appears here with its documents and tracking.
          </EmptyState>
        }
      />
    </>
  );
}

function Queues({ selected }: { selected: Queue['search'] }) {
  return (
    <nav className={styles.tabs} aria-label="Queues">
      {QUEUES.map(({ label, search }) => {
        const isSelected = selected.attention === search.attention && selected.status === search.status;
        return (
          <Link
            key={label}
            to="/shipments"
            search={search}
            activeOptions={{ exact: true }}
            aria-current={isSelected ? 'true' : undefined}
          >
            {label}
          </Link>
        );
      })}
    </nav>
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
