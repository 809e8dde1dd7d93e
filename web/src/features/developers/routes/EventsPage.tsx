import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { EVENT_CHOICES } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime } from '../../../ui/format';
import { EmptyState } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { eventQueries } from '../api/events';

const route = getRouteApi('/app/developers/events');

export default function EventsPage() {
  const filters = useFilters(route.useSearch());
  const list = useQuery(eventQueries.list(useSession(), filters.values));
  return (
    <>
      <FilterBar>
        <ChoiceFilter filters={filters} name="type" label="Type" choices={EVENT_CHOICES} />
        <TextFilter filters={filters} name="freight_id" label="Shipment ID" />
        <TextFilter filters={filters} name="created[gte]" label="Created on or after" type="date" />
      </FilterBar>
      <PagedTable
        label="Events"
        list={list}
        filters={filters}
        columns={[
          {
            label: 'Type',
            render: ({ id, type }) => (
              <Link to="/developers/events/$id" params={{ id }}>
                {type}
              </Link>
            ),
          },
          { label: 'ID', render: ({ id }) => <code>{id}</code> },
          {
            label: 'Source',
            render: ({ data }) =>
              (data as { simulated?: boolean }).simulated ? <StatusBadge text="Simulated" /> : '',
          },
          { label: 'Time', render: ({ created }) => formatDateTime(created) },
        ]}
        empty={
          <EmptyState title="No events yet">
            Changes to quotes, shipments, invoices, bills and customers create events.
          </EmptyState>
        }
      />
    </>
  );
}
