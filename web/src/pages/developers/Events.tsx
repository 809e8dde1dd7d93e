import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../../session/data';
import { Badge } from '../../ui/Badge';
import { EVENT_CHOICES } from '../../ui/choices';
import { PagedTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { ChoiceFilter, Filters, queryOf, TextFilter, useFilters } from '../../ui/filters';
import { moment } from '../../ui/format';
import { Empty, Json, Section, Waiting } from '../../ui/parts';

export default function Events() {
  const { filters } = useFilters();
  const list = useRead(['events', filters], (lading) => lading.events.list(queryOf(filters)), {
    keep: true,
    every: 10_000,
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
            show: ({ id, type }) => (
              <Link to="/developers/events/$id" params={{ id }}>
                {type}
              </Link>
            ),
          },
          { label: 'Id', show: ({ id }) => <code>{id}</code> },
          {
            label: 'From',
            show: ({ data }) =>
              (data as { simulated?: boolean }).simulated ? <Badge text="Simulated" /> : '',
          },
          { label: 'At', show: ({ created }) => moment(created) },
        ]}
        empty={
          <Empty title="No events yet">
            Whatever happens to a quote, a shipment, an invoice or a bill is one.
          </Empty>
        }
      />
    </>
  );
}

export function OneEvent() {
  const { id = '' } = useParams({ strict: false });
  const event = useRead(['events', id], (lading) => lading.events.get(id));
  if (event.error) return <ErrorNote error={event.error} />;
  if (!event.data) return <Waiting />;
  return (
    <Section title={event.data.type}>
      <Json value={event.data} />
    </Section>
  );
}
