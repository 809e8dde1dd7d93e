import type { Schemas } from '@lading/sdk';
import { useRead } from '../../session/data';
import { Badge } from '../../ui/Badge';
import { PagedTable } from '../../ui/DataTable';
import { ChoiceFilter, Filters, queryOf, TextFilter, useFilters } from '../../ui/filters';
import { moment, words } from '../../ui/format';
import { Empty } from '../../ui/parts';

const OUTCOMES = (
  ['succeeded', 'refused', 'failed', 'aborted'] satisfies Schemas['LoggedRequest']['outcome'][]
).map((value) => ({ value, label: words(value) }));

/** What was asked of the API, and what became of it. */
export default function Requests() {
  const { filters } = useFilters();
  const list = useRead(['requests', filters], (lading) => lading.requests.list(queryOf(filters)), {
    keep: true,
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
            show: ({ method, path }) => (
              <code>
                {method} {path}
              </code>
            ),
          },
          { label: 'Outcome', show: ({ outcome }) => <Badge of={outcome} /> },
          {
            label: 'Status',
            show: ({ status, error_code }) => [status, error_code].filter(Boolean).join(' '),
          },
          { label: 'Id', show: ({ request_id }) => <code>{request_id}</code> },
          { label: 'Took, ms', right: true, show: ({ duration_ms }) => duration_ms.toLocaleString('en-US') },
          { label: 'At', show: ({ created_at }) => moment(created_at) },
        ]}
        empty={
          <Empty title="No requests yet">
            What your keys ask is listed here for 30 days, without its contents.
          </Empty>
        }
      />
    </>
  );
}
