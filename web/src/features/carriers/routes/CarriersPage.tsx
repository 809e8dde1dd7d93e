import type { Schemas } from '@lading/sdk';
import { useApiQuery } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { PagedTable } from '../../../ui/DataTable';
import { toListQuery, useFilters } from '../../../ui/filters';
import { EmptyState } from '../../../ui/layout';
import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

export default function Carriers() {
  const { hasScope: may } = useSession();
  const parts: TabDefinition[] = [
    ['/carriers/connections', 'Connections', may('carrier-connections.read')],
    ['/carriers/rules', 'Rules', may('organization.read')],
    ['/carriers/directory', 'Directory', may('carriers.read')],
    ['/carriers/calls', 'Last calls', may('carrier-calls.read')],
  ];
  return <TabbedPage title="Carriers" path="/carriers" tabs={parts} />;
}

export function Directory() {
  const { filters } = useFilters();
  const list = useApiQuery(['carriers', filters], (lading) => lading.carriers.list(toListQuery(filters)), {
    keepPrevious: true,
  });
  return (
    <PagedTable<Schemas['Carrier']>
      label="Carriers"
      list={list}
      columns={[
        { label: 'Carrier', render: ({ name }) => name },
        { label: 'SCAC', render: ({ scac }) => <code>{scac}</code> },
        { label: 'Kind', render: ({ carrier_type }) => carrier_type.toUpperCase() },
        {
          label: 'State',
          render: ({ enabled }) =>
            enabled ? <StatusBadge status="active" text="Is asked for prices" /> : '',
        },
        { label: 'Phone', render: ({ phone }) => phone },
      ]}
      empty={<EmptyState title="No carriers">Connect one, or enter a tariff.</EmptyState>}
    />
  );
}
