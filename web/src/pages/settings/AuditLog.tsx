import type { Schemas } from '@lading/sdk';
import { useRead } from '../../session/data';
import { PagedTable } from '../../ui/DataTable';
import { Filters, queryOf, TextFilter, useFilters } from '../../ui/filters';
import { moment, words } from '../../ui/format';
import { Empty } from '../../ui/parts';

/** Who did what to the organization and its credentials. */
export default function AuditLog() {
  const { filters } = useFilters();
  const list = useRead(['audit-log', filters], (lading) => lading.auditLog.list(queryOf(filters)), {
    keep: true,
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
          { label: 'What', show: ({ action }) => words(action) },
          { label: 'Who', show: ({ actor, actor_name }) => [actor_name, actor].filter(Boolean).join(' · ') },
          {
            label: 'Of what',
            show: ({ details }) => detailsText(details as Record<string, unknown>),
          },
          { label: 'At', show: ({ created_at }) => moment(created_at) },
        ]}
        empty={
          <Empty title="Nothing yet">
            Keys, webhooks, carriers and members: who changed them stands here.
          </Empty>
        }
      />
    </>
  );
}

/** What an entry is about, name by name; what says nothing is left out. */
function detailsText(details: Record<string, unknown>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) =>
        `${words(name)}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join(', ');
}
