import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { toChoices } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime, formatNumber } from '../../../ui/format';
import { EmptyState } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { requestQueries } from '../api/request-log';

const route = getRouteApi('/app/developers/requests');

const OUTCOMES = toChoices<Schemas['LoggedRequest']['outcome']>([
  'succeeded',
  'refused',
  'failed',
  'aborted',
]);

export default function RequestLogPage() {
  const filters = useFilters(route.useSearch());
  const list = useQuery(requestQueries.list(useSession(), filters.values));
  return (
    <>
      <FilterBar>
        <ChoiceFilter filters={filters} name="outcome" label="Outcome" choices={OUTCOMES} />
        <TextFilter filters={filters} name="request_id" label="Request ID" />
      </FilterBar>
      <PagedTable
        label="Requests"
        list={list}
        filters={filters}
        columns={[
          {
            label: 'Request',
            render: ({ method, path }) => (
              <code>
                {method} {path}
              </code>
            ),
          },
          { label: 'Outcome', render: ({ outcome }) => <StatusBadge status={outcome} /> },
          {
            label: 'Status',
            render: ({ status, error_code }) => [status, error_code].filter(Boolean).join(' '),
          },
          { label: 'Request ID', render: ({ request_id }) => <code>{request_id}</code> },
          {
            label: 'Duration (ms)',
            alignRight: true,
            render: ({ duration_ms }) => formatNumber(duration_ms),
          },
          { label: 'Time', render: ({ created_at }) => formatDateTime(created_at) },
        ]}
        empty={
          <EmptyState title="No requests yet">
            Requests with your API keys appear here, without their bodies.
          </EmptyState>
        }
      />
    </>
  );
}
