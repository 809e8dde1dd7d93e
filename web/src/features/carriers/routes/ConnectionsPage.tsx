import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { PagedTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { useFilters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import { EmptyState, Stack } from '../../../ui/layout';
import { SidePanel } from '../../../ui/SidePanel';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';
import { adapterQueries, connectionQueries } from '../api/carriers';
import { ConnectForm } from '../components/ConnectForm';
import { ConnectionDetail } from '../components/ConnectionDetail';

const route = getRouteApi('/app/carriers/connections');

/** The organization's accounts with carriers. */
export default function ConnectionsPage() {
  const session = useSession();
  const { mode, hasScope } = session;
  const filters = useFilters(route.useSearch());
  const [openConnection, setOpenConnection] = useState<Schemas['CarrierConnection'] | 'new'>();
  const connection = openConnection === 'new' ? undefined : openConnection;
  const list = useQuery(connectionQueries.list(session, filters.values));
  const adapters = useQuery(adapterQueries.all(session));
  const findAdapter = (name: string) => adapters.data?.data.find((adapter) => adapter.name === name);
  const close = () => setOpenConnection(undefined);
  const actions = hasScope('carrier-connections.write') && (
    <Button onClick={() => setOpenConnection('new')}>Connect carrier</Button>
  );
  return (
    <Stack>
      <div className={styles.actions}>{actions}</div>
      <PagedTable
        label="Carrier connections"
        list={list}
        filters={filters}
        columns={[
          {
            label: 'Carrier',
            render: (row) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setOpenConnection(row)}>
                {row.carrier_name}
              </Button>
            ),
          },
          { label: 'SCAC', render: ({ scac }) => <code>{scac}</code> },
          { label: 'Integration', render: ({ adapter }) => findAdapter(adapter)?.title ?? adapter },
          {
            label: 'Settings',
            render: ({ settings_set }) =>
              settings_set === null ? (
                <StatusBadge tone="bad" text="Can’t be decrypted. Enter them again." />
              ) : (
                settings_set.map(humanize).join(', ')
              ),
          },
          { label: 'Connected', render: ({ created_at }) => formatDateTime(created_at) },
        ]}
        empty={
          <EmptyState title="No carriers connected" action={actions}>
            {mode === 'test'
              ? 'Test mode uses simulated carriers. Connect real carriers in live mode.'
              : 'Connect your carrier accounts to get their rates and book with them.'}
          </EmptyState>
        }
      />
      <SidePanel
        title={connection?.carrier_name ?? 'Connect carrier'}
        isOpen={openConnection !== undefined}
        close={close}
      >
        <ErrorNote error={adapters.error} />
        {openConnection === 'new' && adapters.data && (
          <ConnectForm
            adapters={adapters.data.data.filter(({ modes }) => modes.includes(mode))}
            close={close}
          />
        )}
        {connection && (
          <ConnectionDetail connection={connection} adapter={findAdapter(connection.adapter)} close={close} />
        )}
      </SidePanel>
    </Stack>
  );
}
