import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { PagedTable } from '../../../ui/DataTable';
import { FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import { EmptyState } from '../../../ui/layout';
import { auditLogQueries } from '../api/audit-log';

const route = getRouteApi('/app/settings/audit-log');

export default function AuditLogPage() {
  const filters = useFilters(route.useSearch());
  const list = useQuery(auditLogQueries.list(useSession(), filters.values));
  return (
    <>
      <FilterBar>
        <TextFilter filters={filters} name="action" label="Action" />
        <TextFilter filters={filters} name="actor" label="User or key" />
        <TextFilter filters={filters} name="created[gte]" label="Created on or after" type="date" />
      </FilterBar>
      <PagedTable
        label="Audit log"
        list={list}
        filters={filters}
        columns={[
          { label: 'Action', render: ({ action }) => humanize(action) },
          {
            label: 'User or key',
            render: ({ actor, actor_name }) => [actor_name, actor].filter(Boolean).join(' · '),
          },
          { label: 'Details', render: ({ details }) => formatDetails(details as Record<string, unknown>) },
          { label: 'Time', render: ({ created_at }) => formatDateTime(created_at) },
        ]}
        empty={
          <EmptyState title="No entries yet">
            Changes to API keys, webhooks, carriers and members appear here.
          </EmptyState>
        }
      />
    </>
  );
}

/** Formats `Name: Order system, Role: admin` and leaves out null values. */
function formatDetails(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${humanize(name)}: ${text}`;
    })
    .join(', ');
}
