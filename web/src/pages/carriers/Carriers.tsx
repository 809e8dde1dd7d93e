import type { Schemas } from '@lading/sdk';
import { useRead } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { PagedTable } from '../../ui/DataTable';
import { queryOf, useFilters } from '../../ui/filters';
import { Empty } from '../../ui/parts';
import { PartedPage, type Part } from '../../ui/PartedPage';

export default function Carriers() {
  const { may } = useSession();
  const parts: Part[] = [
    ['/carriers/connections', 'Connections', may('carrier-connections.read')],
    ['/carriers/rules', 'Rules', may('organization.read')],
    ['/carriers/directory', 'Directory', may('carriers.read')],
    ['/carriers/calls', 'Last calls', may('carrier-calls.read')],
  ];
  return <PartedPage title="Carriers" at="/carriers" parts={parts} />;
}

export function Directory() {
  const { filters } = useFilters();
  const list = useRead(['carriers', filters], (lading) => lading.carriers.list(queryOf(filters)), {
    keep: true,
  });
  return (
    <PagedTable<Schemas['Carrier']>
      label="Carriers"
      list={list}
      columns={[
        { label: 'Carrier', show: ({ name }) => name },
        { label: 'SCAC', show: ({ scac }) => <code>{scac}</code> },
        { label: 'Kind', show: ({ carrier_type }) => carrier_type.toUpperCase() },
        {
          label: 'State',
          show: ({ enabled }) => (enabled ? <Badge of="active" text="Is asked for prices" /> : ''),
        },
        { label: 'Phone', show: ({ phone }) => phone },
      ]}
      empty={<Empty title="No carriers">Connect one, or enter a tariff.</Empty>}
    />
  );
}
