import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { TRACKING_STATUSES } from '../../../ui/choices';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { PagedTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { ChoiceFilter, Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { formatDate, formatDateTime } from '../../../ui/format';
import { EmptyState, DescriptionList, PageHeader, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';
import { ScanList } from '../../shipments/components/Timeline';

type TrackedShipment = Schemas['TrackedShipment'];

/** Numbers of any carrier, booked here or not. */
export default function Tracking() {
  const { hasScope: may } = useSession();
  const { filters } = useFilters();
  const [shown, setShown] = useState<string>();
  const list = useApiQuery(['tracking', filters], (lading) => lading.tracking.list(toListQuery(filters)), {
    keepPrevious: true,
    refetchIntervalMs: 30_000,
  });
  const start = useApiMutation((lading, body: Schemas['StartTracking']) => lading.tracking.create(body), {
    onSuccess: ({ tracking_number }) => setShown(tracking_number),
  });
  const one = list.data?.data.find(({ tracking_number }) => tracking_number === shown);
  const add = may('tracking.write') && <Button onClick={() => setShown('')}>Track a number</Button>;
  return (
    <>
      <PageHeader title="Tracking">{add}</PageHeader>
      <Filters>
        <ChoiceFilter name="status" label="Status" choices={TRACKING_STATUSES} />
        <TextFilter name="carrier" label="Carrier (SCAC)" />
      </Filters>
      <PagedTable
        label="Tracked numbers"
        list={list}
        columns={[
          {
            label: 'Number',
            render: ({ tracking_number }) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setShown(tracking_number)}>
                {tracking_number}
              </Button>
            ),
          },
          {
            label: 'Status',
            render: ({ status, stale }) => (
              <span className={styles.actions}>
                <StatusBadge status={status} />
                {stale && <StatusBadge status="stale" text="Not fresh" />}
              </span>
            ),
          },
          { label: 'Carrier', render: ({ carrier_name }) => carrier_name },
          { label: 'Where', render: ({ location }) => location },
          { label: 'Expected', render: ({ estimated_delivery_date }) => formatDate(estimated_delivery_date) },
          { label: 'Looked at', render: ({ last_checked_at }) => formatDateTime(last_checked_at) },
        ]}
        empty={
          <EmptyState title="Nothing is tracked yet" action={add}>
            What is booked here is tracked by itself. Any other PRO number, of whatever carrier, can be added.
          </EmptyState>
        }
      />
      <SidePanel
        title={shown || 'Track a number'}
        isOpen={shown !== undefined}
        close={() => setShown(undefined)}
      >
        {one ? (
          <TrackingDetail tracking={one} close={() => setShown(undefined)} />
        ) : (
          <RecordForm
            fields={[
              { name: 'tracking_number', label: 'PRO number', required: true },
              { name: 'carrier', label: 'Carrier (SCAC)' },
            ]}
            label="Track"
            submit={(body) => start.mutateAsync(body)}
          />
        )}
      </SidePanel>
    </>
  );
}

function TrackingDetail({ tracking, close }: { tracking: TrackedShipment; close: () => void }) {
  const { hasScope: may } = useSession();
  const refresh = useApiMutation((lading, number: string) => lading.tracking.refresh(number));
  const stop = useApiMutation((lading, number: string) => lading.tracking.delete(number), {
    successMessage: 'It is tracked no longer.',
    onSuccess: close,
  });
  return (
    <Stack>
      <DescriptionList
        items={[
          ['Status', <StatusBadge key="s" status={tracking.status} />],
          ['Carrier', tracking.carrier_name],
          ['Where', tracking.location],
          ['Expected', formatDate(tracking.estimated_delivery_date)],
          ['Delivered', formatDateTime(tracking.delivered_at)],
          [
            'Shipment',
            tracking.freight_id && (
              <Link key="f" to="/shipments/$id" params={{ id: String(tracking.freight_id) }}>
                {tracking.freight_id}
              </Link>
            ),
          ],
        ]}
      />
      {may('tracking.write') && (
        <div className={styles.actions}>
          <Button
            variant="default"
            loading={refresh.isPending}
            onClick={() => refresh.mutate(tracking.tracking_number)}
          >
            Ask the carrier now
          </Button>
          <ConfirmButton
            label="Stop tracking"
            title="Stop tracking this number?"
            danger
            onConfirm={() => stop.mutateAsync(tracking.tracking_number)}
          >
            What is known of it here is deleted.
          </ConfirmButton>
        </div>
      )}
      <ErrorNote error={refresh.error} />
      <ScanList tracking={tracking} />
    </Stack>
  );
}
