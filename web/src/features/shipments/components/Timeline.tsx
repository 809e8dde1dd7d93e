import type { Schemas } from '@lading/sdk';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDate, formatDateTime } from '../../../ui/format';
import { Dimmed, Section, LoadingSkeleton } from '../../../ui/layout';
import styles from './shipment.module.css';

type Freight = Schemas['Freight'];

export function Timeline({ shipment }: { shipment: Freight }) {
  const tracking = useApiQuery(
    ['freight', shipment.id, 'tracking'],
    (lading) => lading.freight.tracking(shipment.id),
    {
      refetchIntervalMs: 15_000,
    },
  );
  return (
    <Section title="Timeline">
      {tracking.error && <ErrorNote error={tracking.error} />}
      {!tracking.data && !tracking.error && <LoadingSkeleton lines={3} />}
      {tracking.data && <ScanList tracking={tracking.data} />}
    </Section>
  );
}

type TrackingSummary = Pick<Schemas['Tracking'], 'events' | 'estimated_delivery_date' | 'delivered_at'>;

export function ScanList({ tracking }: { tracking: TrackingSummary }) {
  if (tracking.events.length === 0)
    return <Dimmed>Nothing has happened on the road yet. What the carrier says appears here.</Dimmed>;
  const newestFirst = tracking.events
    .toReversed()
    .toSorted((a, b) => b.occurred_at.localeCompare(a.occurred_at));
  return (
    <>
      {tracking.estimated_delivery_date && !tracking.delivered_at && (
        <Dimmed>Expected {formatDate(tracking.estimated_delivery_date)}</Dimmed>
      )}
      <ol className={styles.timeline}>
        {newestFirst.map(({ occurred_at, status, description, location }, at) => (
          <li key={at}>
            <StatusBadge status={status} /> <time dateTime={occurred_at}>{formatDateTime(occurred_at)}</time>
            <div>
              {description}
              {location && ` · ${location}`}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

export function ShipmentEvents({ shipment }: { shipment: Freight }) {
  const { hasScope: may } = useSession();
  const events = useApiQuery(
    ['events', 'freight', shipment.id],
    (lading) => lading.events.list({ freight_id: shipment.id, limit: 20 }),
    { enabled: may('events.read') },
  );
  if (!may('events.read')) return null;
  return (
    <Section title="Events">
      {events.error && <ErrorNote error={events.error} />}
      {events.data?.data.length === 0 && <Dimmed>Each step sends one to your webhooks; none yet.</Dimmed>}
      {events.data && events.data.data.length > 0 && (
        <DataTable
          bare
          label="Events"
          rows={events.data.data}
          columns={[
            {
              label: 'Type',
              render: ({ id, type }) => (
                <Link to="/developers/events/$id" params={{ id }}>
                  {type}
                </Link>
              ),
            },
            { label: 'At', alignRight: true, render: ({ created }) => formatDateTime(created) },
          ]}
        />
      )}
    </Section>
  );
}
