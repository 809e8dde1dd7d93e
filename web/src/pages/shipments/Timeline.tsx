import type { Schemas } from '@lading/sdk';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { DataTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { day, moment } from '../../ui/format';
import { Dimmed, Section, Waiting } from '../../ui/parts';
import styles from './shipment.module.css';

type Freight = Schemas['Freight'];

export function Timeline({ of }: { of: Freight }) {
  const tracking = useRead(['freight', of.id, 'tracking'], (lading) => lading.freight.tracking(of.id), {
    every: 15_000,
  });
  return (
    <Section title="Timeline">
      {tracking.error && <ErrorNote error={tracking.error} />}
      {!tracking.data && !tracking.error && <Waiting lines={3} />}
      {tracking.data && <Scans of={tracking.data} />}
    </Section>
  );
}

type Tracked = Pick<Schemas['Tracking'], 'events' | 'estimated_delivery_date' | 'delivered_at'>;

export function Scans({ of }: { of: Tracked }) {
  if (of.events.length === 0)
    return <Dimmed>Nothing has happened on the road yet. What the carrier says appears here.</Dimmed>;
  const newestFirst = of.events.toReversed().toSorted((a, b) => b.occurred_at.localeCompare(a.occurred_at));
  return (
    <>
      {of.estimated_delivery_date && !of.delivered_at && (
        <Dimmed>Expected {day(of.estimated_delivery_date)}</Dimmed>
      )}
      <ol className={styles.timeline}>
        {newestFirst.map(({ occurred_at, status, description, location }, at) => (
          <li key={at}>
            <Badge of={status} /> <time dateTime={occurred_at}>{moment(occurred_at)}</time>
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

export function EventsOf({ of }: { of: Freight }) {
  const { may } = useSession();
  const events = useRead(
    ['events', 'freight', of.id],
    (lading) => lading.events.list({ freight_id: of.id, limit: 20 }),
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
              show: ({ id, type }) => (
                <Link to="/developers/events/$id" params={{ id }}>
                  {type}
                </Link>
              ),
            },
            { label: 'At', right: true, show: ({ created }) => moment(created) },
          ]}
        />
      )}
    </Section>
  );
}
