import type { Schemas } from '@lading/sdk';
import { useApiQuery } from '../../../session/api-hooks';
import { PagedTable } from '../../../ui/DataTable';
import { Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import { EmptyState } from '../../../ui/layout';

/** Who did what to the organization and its credentials. */
export default function AuditLog() {
  const { filters } = useFilters();
  const list = useApiQuery(['audit-log', filters], (lading) => lading.auditLog.list(toListQuery(filters)), {
    keepPrevious: true,
  });
  return (
    <>
      <Filters>
        <TextFilter name="action" label="Action" />
        <TextFilter name="actor" label="Who" />
        <TextFilter name="created[gte]" label="From" type="date" />
      </Filters>
      <PagedTable<Schemas['AuditEntry']>
        label="Audit log"
        list={list}
        columns={[
          { label: 'What', render: ({ action }) => humanize(action) },
          {
            label: 'Who',
            render: ({ actor, actor_name }) => [actor_name, actor].filter(Boolean).join(' · '),
          },
          {
            label: 'Of what',
            render: ({ details }) => formatDetails(details as Record<string, unknown>),
          },
          { label: 'At', render: ({ created_at }) => formatDateTime(created_at) },
        ]}
        empty={
          <EmptyState title="Nothing yet">
            Keys, webhooks, carriers and members: who changed them stands here.
          </EmptyState>
        }
      />
    </>
  );
}

/** What an entry is about, name by name; what says nothing is left out. */
function formatDetails(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) =>
        `${humanize(name)}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join(', ');
}
