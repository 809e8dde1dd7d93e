import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { TRACKING_STATUSES } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDate, formatDateTime } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { EmptyState, PageHeader } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';
import { TRACKING_WRITES, trackingQueries } from '../api/tracking';
import { TrackingDetail } from '../components/TrackingDetail';

const route = getRouteApi('/app/tracking');

const FIELDS: FormField[] = [
  { name: 'tracking_number', label: 'PRO number', required: true },
  { name: 'carrier', label: 'Carrier (SCAC)' },
];

/** Lists PRO numbers of any carrier, whether or not the shipment was booked here. */
export default function TrackingPage() {
  const session = useSession();
  const filters = useFilters(route.useSearch());
  /** The number in the side panel, or an empty text for the form that adds one. */
  const [openNumber, setOpenNumber] = useState<string>();
  const list = useQuery(trackingQueries.list(session, filters.values));
  const start = useApiMutation((lading, body: Schemas['StartTracking']) => lading.tracking.create(body), {
    invalidates: TRACKING_WRITES,
    onSuccess: ({ tracking_number }) => setOpenNumber(tracking_number),
  });
  const openTracking = list.data?.data.find(({ tracking_number }) => tracking_number === openNumber);
  const close = () => setOpenNumber(undefined);
  const actions = session.hasScope('tracking.write') && (
    <Button onClick={() => setOpenNumber('')}>Track a PRO number</Button>
  );
  return (
    <>
      <PageHeader title="Tracking">{actions}</PageHeader>
      <FilterBar>
        <ChoiceFilter filters={filters} name="status" label="Status" choices={TRACKING_STATUSES} />
        <TextFilter filters={filters} name="carrier" label="Carrier (SCAC)" />
      </FilterBar>
      <PagedTable
        label="Tracked numbers"
        list={list}
        filters={filters}
        columns={[
          {
            label: 'PRO',
            render: ({ tracking_number }) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setOpenNumber(tracking_number)}>
                {tracking_number}
              </Button>
            ),
          },
          {
            label: 'Status',
            render: ({ status, stale }) => (
              <span className={styles.actions}>
                <StatusBadge status={status} />
                {stale && <StatusBadge status="stale" text="Outdated" />}
              </span>
            ),
          },
          { label: 'Carrier', render: ({ carrier_name }) => carrier_name },
          { label: 'Location', render: ({ location }) => location },
          {
            label: 'Est. delivery',
            render: ({ estimated_delivery_date }) => formatDate(estimated_delivery_date),
          },
          { label: 'Last checked', render: ({ last_checked_at }) => formatDateTime(last_checked_at) },
        ]}
        empty={
          <EmptyState title="No tracked numbers yet" action={actions}>
            Shipments you book are tracked automatically. Add any other PRO number to track it here.
          </EmptyState>
        }
      />
      <SidePanel title={openNumber || 'Track a PRO number'} isOpen={openNumber !== undefined} close={close}>
        {openTracking ? (
          <TrackingDetail tracking={openTracking} close={close} />
        ) : (
          <RecordForm
            fields={FIELDS}
            submitLabel="Start tracking"
            submit={(body: Schemas['StartTracking']) => start.mutateAsync(body)}
          />
        )}
      </SidePanel>
    </>
  );
}
