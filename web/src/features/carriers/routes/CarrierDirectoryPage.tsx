import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { PagedTable } from '../../../ui/DataTable';
import { useFilters } from '../../../ui/filters';
import { EmptyState } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { carrierQueries } from '../api/carriers';

const route = getRouteApi('/app/carriers/directory');

export default function CarrierDirectoryPage() {
  const filters = useFilters(route.useSearch());
  const list = useQuery(carrierQueries.list(useSession(), filters.values));
  return (
    <PagedTable
      label="Carriers"
      list={list}
      filters={filters}
      columns={[
        { label: 'Carrier', render: ({ name }) => name },
        { label: 'SCAC', render: ({ scac }) => <code>{scac}</code> },
        { label: 'Type', render: ({ carrier_type }) => carrier_type.toUpperCase() },
        {
          label: 'Status',
          render: ({ enabled }) => enabled && <StatusBadge status="active" text="Returns rates" />,
        },
        { label: 'Phone', render: ({ phone }) => phone },
      ]}
      empty={<EmptyState title="No carriers">Connect a carrier or create a tariff.</EmptyState>}
    />
  );
}
