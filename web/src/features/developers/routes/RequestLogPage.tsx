import type { Schemas } from '@lading/sdk';
import { useApiQuery } from '../../../session/api-hooks';
import { StatusBadge } from '../../../ui/StatusBadge';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import { EmptyState } from '../../../ui/layout';

const OUTCOMES = (
  ['succeeded', 'refused', 'failed', 'aborted'] satisfies Schemas['LoggedRequest']['outcome'][]
).map((value) => ({ value, label: humanize(value) }));

/** What was asked of the API, and what became of it. */
export default function RequestLog() {
  const { filters } = useFilters();
  const list = useApiQuery(['requests', filters], (lading) => lading.requests.list(toListQuery(filters)), {
    keepPrevious: true,
  });
  return (
    <>
      <Filters>
        <ChoiceFilter name="outcome" label="Outcome" choices={OUTCOMES} />
        <TextFilter name="request_id" label="Request’s id" />
      </Filters>
      <PagedTable
        label="Requests"
        list={list}
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
          { label: 'Id', render: ({ request_id }) => <code>{request_id}</code> },
          {
            label: 'Took, ms',
            alignRight: true,
            render: ({ duration_ms }) => duration_ms.toLocaleString('en-US'),
          },
          { label: 'At', render: ({ created_at }) => formatDateTime(created_at) },
        ]}
        empty={
          <EmptyState title="No requests yet">
            What your keys ask is listed here for 30 days, without its contents.
          </EmptyState>
        }
      />
    </>
  );
}
