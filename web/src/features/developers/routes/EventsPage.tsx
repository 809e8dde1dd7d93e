import { Link, useParams } from '@tanstack/react-router';
import { useApiQuery } from '../../../session/api-hooks';
import { StatusBadge } from '../../../ui/StatusBadge';
import { EVENT_CHOICES } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { ChoiceFilter, Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime } from '../../../ui/format';
import { EmptyState, JsonBlock, Section, LoadingSkeleton } from '../../../ui/layout';

export default function Events() {
  const { filters } = useFilters();
  const list = useApiQuery(['events', filters], (lading) => lading.events.list(toListQuery(filters)), {
    keepPrevious: true,
    refetchIntervalMs: 10_000,
  });
  return (
    <>
      <Filters>
        <ChoiceFilter name="type" label="Type" choices={EVENT_CHOICES} />
        <TextFilter name="freight_id" label="Shipment’s id" />
        <TextFilter name="created[gte]" label="From" type="date" />
      </Filters>
      <PagedTable
        label="Events"
        list={list}
        columns={[
          {
            label: 'Type',
            render: ({ id, type }) => (
              <Link to="/developers/events/$id" params={{ id }}>
                {type}
              </Link>
            ),
          },
          { label: 'Id', render: ({ id }) => <code>{id}</code> },
          {
            label: 'From',
            render: ({ data }) =>
              (data as { simulated?: boolean }).simulated ? <StatusBadge text="Simulated" /> : '',
          },
          { label: 'At', render: ({ created }) => formatDateTime(created) },
        ]}
        empty={
          <EmptyState title="No events yet">
            Whatever happens to a quote, a shipment, an invoice or a bill is one.
          </EmptyState>
        }
      />
    </>
  );
}

export function OneEvent() {
  const { id = '' } = useParams({ strict: false });
  const event = useApiQuery(['events', id], (lading) => lading.events.get(id));
  if (event.error) return <ErrorNote error={event.error} />;
  if (!event.data) return <LoadingSkeleton />;
  return (
    <Section title={event.data.type}>
      <JsonBlock value={event.data} />
    </Section>
  );
}
