import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDateTime } from '../../../ui/format';
import { Dimmed, Section } from '../../../ui/layout';
import { eventQueries } from '../../developers/api/events';

/** The events that the shipment sent to webhook endpoints. */
export function ShipmentEvents({ shipment }: { shipment: Schemas['Freight'] }) {
  const session = useSession();
  const canRead = session.hasScope('events.read');
  const events = useQuery({ ...eventQueries.forShipment(session, shipment.id), enabled: canRead });
  if (!canRead) return null;
  const rows = events.data?.data;
  return (
    <Section title="Events">
      <ErrorNote error={events.error} />
      {rows?.length === 0 && <Dimmed>No events yet.</Dimmed>}
      {rows && rows.length > 0 && (
        <DataTable
          bare
          label="Events"
          rows={rows}
          columns={[
            {
              label: 'Type',
              render: ({ id, type }) => (
                <Link to="/developers/events/$id" params={{ id }}>
                  {type}
                </Link>
              ),
            },
            { label: 'Time', alignRight: true, render: ({ created }) => formatDateTime(created) },
          ]}
        />
      )}
    </Section>
  );
}
