import type { Schemas } from '@lading/sdk';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { ConfirmButton } from '../../ui/Confirm';
import { DataTable, PagedTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { queryOf, useFilters } from '../../ui/filters';
import { moment, words } from '../../ui/format';
import { Dimmed, Empty, Facts, Section, Stack, Waiting } from '../../ui/parts';
import type { Field } from '../../ui/record';
import { RecordForm } from '../../ui/RecordForm';
import { fieldsOf } from '../../ui/schema';
import { Side } from '../../ui/Side';
import styles from '../../ui/ui.module.css';

type Connection = Schemas['CarrierConnection'];
type Adapter = Schemas['CarrierAdapter'];

/** Accounts with carriers; what each needs is what its adapter says. */
export default function Connections() {
  const { may, mode } = useSession();
  const { filters } = useFilters();
  const [shown, setShown] = useState<Connection | 'new'>();
  const list = useRead(
    ['carrier-connections', filters],
    (lading) => lading.carrierConnections.list(queryOf(filters)),
    { keep: true },
  );
  const adapters = useRead(['adapters'], (lading) => lading.adapters.list());
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
            show: (one) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setShown(one)}>
                {one.carrier_name}
              </Button>
            ),
          },
          { label: 'SCAC', show: ({ scac }) => <code>{scac}</code> },
          { label: 'Through', show: ({ adapter }) => titleOf(adapter, adapters.data?.data) },
          {
            label: 'Settings',
            show: ({ settings_set }) =>
              settings_set === null ? (
                <Badge tone="bad" text="Lost: send them again" />
              ) : (
                settings_set.map(words).join(', ')
              ),
          },
          { label: 'Connected', show: ({ created_at }) => moment(created_at) },
        ]}
        empty={
          <Empty title="No carrier is connected" action={add}>
            {mode === 'test'
              ? 'Test mode has simulated carriers; adapters that call a carrier are connected in live mode.'
              : 'With your account at a carrier its prices stand among the quotes, and bookings reach it.'}
          </Empty>
        }
      />
      <Side
        title={shown && shown !== 'new' ? shown.carrier_name : 'Connect a carrier'}
        isOpen={shown !== undefined}
        close={close}
      >
        <ErrorNote error={adapters.error} />
        {shown === 'new' && adapters.data && (
          <Connect adapters={adapters.data.data.filter(({ modes }) => modes.includes(mode))} done={close} />
        )}
        {shown && shown !== 'new' && (
          <OneConnection
            of={shown}
            adapter={adapters.data?.data.find(({ name }) => name === shown.adapter)}
            done={close}
          />
        )}
      </Side>
    </Stack>
  );
}

function titleOf(name: string, adapters: Adapter[] = []): string {
  return adapters.find((one) => one.name === name)?.title ?? name;
}

function Connect({ adapters, done }: { adapters: Adapter[]; done: () => void }) {
  const [name, setName] = useState(adapters[0]?.name ?? '');
  const adapter = adapters.find((one) => one.name === name);
  const connect = useWrite(
    (lading, body: Omit<Schemas['CreateCarrierConnection'], 'adapter'>) =>
      lading.carrierConnections.create({ adapter: name, settings: {}, ...body }),
    { done: 'Connected. Test it before you count on it.', after: done },
  );
  if (!adapter) return <Dimmed>No adapter can be connected in this mode.</Dimmed>;
  const scac: Field[] =
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
          .map(({ operation, grade }) => words(operation) + (grade ? ` (${grade})` : ''))
          .join(', ')}
      </Dimmed>
      <RecordForm
        key={name}
        fields={[...scac, ...fieldsOf(adapter.settings_schema, 'settings.')]}
        label="Connect"
        submit={(body) => connect.mutateAsync(body)}
      />
    </Stack>
  );
}

function OneConnection({ of, adapter, done }: { of: Connection; adapter?: Adapter; done: () => void }) {
  const { may } = useSession();
  const test = useWrite((lading, id: number) => lading.carrierConnections.test(id));
  const change = useWrite(
    (lading, body: Schemas['UpdateCarrierConnection']) => lading.carrierConnections.update(of.id, body),
    { done: 'Saved.', after: done },
  );
  const remove = useWrite((lading, id: number) => lading.carrierConnections.delete(id), {
    done: 'Disconnected.',
    after: done,
  });
  return (
    <Stack>
      <Facts
        of={[
          ['SCAC', of.scac],
          ['Adapter', adapter?.title ?? of.adapter],
          ['Changed', moment(of.updated_at)],
        ]}
      />
      {may('carrier-connections.write') && (
        <div className={styles.actions}>
          <Button loading={test.isPending} onClick={() => test.mutate(of.id)}>
            Test
          </Button>
          <ConfirmButton
            label="Disconnect"
            title={`Disconnect ${of.carrier_name}?`}
            danger
            act={() => remove.mutateAsync(of.id)}
          >
            It is asked no longer, and its credentials are gone.
          </ConfirmButton>
        </div>
      )}
      <ErrorNote error={test.error} />
      {test.isPending && <Waiting lines={2} />}
      {test.data && <Tried of={test.data} />}
      {adapter && may('carrier-connections.write') && (
        <Section title="Change settings">
          <Stack>
            <Dimmed>What is left empty stays as it is.</Dimmed>
            <RecordForm
              fields={fieldsOf(adapter.settings_schema, 'settings.')}
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
function Tried({ of }: { of: Schemas['TestedConnection'] }) {
  return (
    <Section title={of.works ? 'It works' : 'It does not work'}>
      <DataTable
        bare
        label="What was tried"
        rows={of.checks}
        keyOf={({ operation }) => operation}
        columns={[
          { label: 'What', show: ({ operation }) => words(operation) },
          {
            label: 'Result',
            show: ({ status }) => (
              <Badge
                text={words(status)}
                tone={status === 'works' ? 'good' : status === 'failed' ? 'bad' : 'plain'}
              />
            ),
          },
          { label: 'Why', show: ({ reason }) => reason },
        ]}
      />
      {of.calls.map((call, at) => (
        <Dimmed key={at}>
          {call.method} {call.url}: {call.status ?? call.error}, {call.duration_ms} ms
        </Dimmed>
      ))}
    </Section>
  );
}
