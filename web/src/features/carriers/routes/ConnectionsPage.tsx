import type { Schemas } from '@lading/sdk';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DataTable, PagedTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { toListQuery, useFilters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import { Dimmed, EmptyState, DescriptionList, Section, Stack, LoadingSkeleton } from '../../../ui/layout';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { toFormFields } from '../../../ui/schema-fields';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';

type Connection = Schemas['CarrierConnection'];
type Adapter = Schemas['CarrierAdapter'];

/** Accounts with carriers; what each needs is what its adapter says. */
export default function CarrierConnections() {
  const { hasScope: may, mode } = useSession();
  const { filters } = useFilters();
  const [shown, setShown] = useState<Connection | 'new'>();
  const list = useApiQuery(
    ['carrier-connections', filters],
    (lading) => lading.carrierConnections.list(toListQuery(filters)),
    { keepPrevious: true },
  );
  const adapters = useApiQuery(['adapters'], (lading) => lading.adapters.list());
  const close = () => setShown(undefined);
  const add = may('carrier-connections.write') && (
    <Button onClick={() => setShown('new')}>Connect a carrier</Button>
  );
  return (
    <Stack>
      <div className={styles.actions}>{add}</div>
      <PagedTable<Connection>
        label="Carrier connections"
        list={list}
        columns={[
          {
            label: 'Carrier',
            render: (one) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setShown(one)}>
                {one.carrier_name}
              </Button>
            ),
          },
          { label: 'SCAC', render: ({ scac }) => <code>{scac}</code> },
          { label: 'Through', render: ({ adapter }) => formatAdapterTitle(adapter, adapters.data?.data) },
          {
            label: 'Settings',
            render: ({ settings_set }) =>
              settings_set === null ? (
                <StatusBadge tone="bad" text="Lost: send them again" />
              ) : (
                settings_set.map(humanize).join(', ')
              ),
          },
          { label: 'Connected', render: ({ created_at }) => formatDateTime(created_at) },
        ]}
        empty={
          <EmptyState title="No carrier is connected" action={add}>
            {mode === 'test'
              ? 'Test mode has simulated carriers; adapters that call a carrier are connected in live mode.'
              : 'With your account at a carrier its prices stand among the quotes, and bookings reach it.'}
          </EmptyState>
        }
      />
      <SidePanel
        title={shown && shown !== 'new' ? shown.carrier_name : 'Connect a carrier'}
        isOpen={shown !== undefined}
        close={close}
      >
        <ErrorNote error={adapters.error} />
        {shown === 'new' && adapters.data && (
          <ConnectForm
            adapters={adapters.data.data.filter(({ modes }) => modes.includes(mode))}
            done={close}
          />
        )}
        {shown && shown !== 'new' && (
          <ConnectionDetail
            connection={shown}
            adapter={adapters.data?.data.find(({ name }) => name === shown.adapter)}
            done={close}
          />
        )}
      </SidePanel>
    </Stack>
  );
}

function formatAdapterTitle(name: string, adapters: Adapter[] = []): string {
  return adapters.find((one) => one.name === name)?.title ?? name;
}

function ConnectForm({ adapters, done }: { adapters: Adapter[]; done: () => void }) {
  const [name, setName] = useState(adapters[0]?.name ?? '');
  const adapter = adapters.find((one) => one.name === name);
  const connect = useApiMutation(
    (lading, body: Omit<Schemas['CreateCarrierConnection'], 'adapter'>) =>
      lading.carrierConnections.create({ adapter: name, settings: {}, ...body }),
    { successMessage: 'Connected. Test it before you count on it.', onSuccess: done },
  );
  if (!adapter) return <Dimmed>No adapter can be connected in this mode.</Dimmed>;
  const scac: FormField[] =
    adapter.scacs.length === 1
      ? []
      : [{ name: 'scac', label: 'Carrier (SCAC)', hint: adapter.scacs.join(', '), required: true, width: 6 }];
  return (
    <Stack>
      <NativeSelect
        label="Adapter"
        name="adapter"
        value={name}
        data={adapters.map((one) => ({ value: one.name, label: one.title }))}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Dimmed>
        {adapter.operations
          .map(({ operation, grade }) => humanize(operation) + (grade ? ` (${grade})` : ''))
          .join(', ')}
      </Dimmed>
      <RecordForm
        key={name}
        fields={[...scac, ...toFormFields(adapter.settings_schema, 'settings.')]}
        label="Connect"
        submit={(body) => connect.mutateAsync(body)}
      />
    </Stack>
  );
}

function ConnectionDetail({
  connection,
  adapter,
  done,
}: {
  connection: Connection;
  adapter?: Adapter;
  done: () => void;
}) {
  const { hasScope: may } = useSession();
  const test = useApiMutation((lading, id: number) => lading.carrierConnections.test(id));
  const change = useApiMutation(
    (lading, body: Schemas['UpdateCarrierConnection']) =>
      lading.carrierConnections.update(connection.id, body),
    { successMessage: 'Saved.', onSuccess: done },
  );
  const remove = useApiMutation((lading, id: number) => lading.carrierConnections.delete(id), {
    successMessage: 'Disconnected.',
    onSuccess: done,
  });
  return (
    <Stack>
      <DescriptionList
        items={[
          ['SCAC', connection.scac],
          ['Adapter', adapter?.title ?? connection.adapter],
          ['Changed', formatDateTime(connection.updated_at)],
        ]}
      />
      {may('carrier-connections.write') && (
        <div className={styles.actions}>
          <Button loading={test.isPending} onClick={() => test.mutate(connection.id)}>
            Test
          </Button>
          <ConfirmButton
            label="Disconnect"
            title={`Disconnect ${connection.carrier_name}?`}
            danger
            onConfirm={() => remove.mutateAsync(connection.id)}
          >
            It is asked no longer, and its credentials are gone.
          </ConfirmButton>
        </div>
      )}
      <ErrorNote error={test.error} />
      {test.isPending && <LoadingSkeleton lines={2} />}
      {test.data && <ConnectionTestResult result={test.data} />}
      {adapter && may('carrier-connections.write') && (
        <Section title="Change settings">
          <Stack>
            <Dimmed>What is left empty stays as it is.</Dimmed>
            <RecordForm
              fields={toFormFields(adapter.settings_schema, 'settings.')}
              label="Save"
              submit={(body) => change.mutateAsync(body)}
            />
          </Stack>
        </Section>
      )}
    </Stack>
  );
}

/** What a try came to; nothing was moved. */
function ConnectionTestResult({ result }: { result: Schemas['TestedConnection'] }) {
  return (
    <Section title={result.works ? 'It works' : 'It does not work'}>
      <DataTable
        bare
        label="What was tried"
        rows={result.checks}
        getKey={({ operation }) => operation}
        columns={[
          { label: 'What', render: ({ operation }) => humanize(operation) },
          {
            label: 'Result',
            render: ({ status }) => (
              <StatusBadge
                text={humanize(status)}
                tone={status === 'works' ? 'good' : status === 'failed' ? 'bad' : 'plain'}
              />
            ),
          },
          { label: 'Why', render: ({ reason }) => reason },
        ]}
      />
      {result.calls.map((call, at) => (
        <Dimmed key={at}>
          {call.method} {call.url}: {call.status ?? call.error}, {call.duration_ms} ms
        </Dimmed>
      ))}
    </Section>
  );
}
