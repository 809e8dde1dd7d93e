import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDateTime, humanize } from '../../../ui/format';
import { DescriptionList, Dimmed, LoadingSkeleton, Section, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { toFormFields } from '../../../ui/schema-fields';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';
import { CONNECTION_WRITES } from '../api/carriers';

/** Tests, changes or removes a connection in the side panel. */
export function ConnectionDetail({
  connection,
  adapter,
  close,
}: {
  connection: Schemas['CarrierConnection'];
  adapter?: Schemas['CarrierAdapter'];
  close: () => void;
}) {
  const { hasScope } = useSession();
  const test = useApiMutation((lading, id: number) => lading.carrierConnections.test(id));
  const change = useApiMutation(
    (lading, body: Schemas['UpdateCarrierConnection']) =>
      lading.carrierConnections.update(connection.id, body),
    { invalidates: CONNECTION_WRITES, successMessage: 'Saved.', onSuccess: close },
  );
  const remove = useApiMutation((lading, id: number) => lading.carrierConnections.delete(id), {
    invalidates: CONNECTION_WRITES,
    successMessage: 'Disconnected.',
    onSuccess: close,
  });
  const canWrite = hasScope('carrier-connections.write');
  return (
    <Stack>
      <DescriptionList
        items={[
          ['SCAC', connection.scac],
          ['Integration', adapter?.title ?? connection.adapter],
          ['Updated', formatDateTime(connection.updated_at)],
        ]}
      />
      {canWrite && (
        <div className={styles.actions}>
          <Button loading={test.isPending} onClick={() => test.mutate(connection.id)}>
            Test connection
          </Button>
          <ConfirmButton
            label="Disconnect"
            title={`Disconnect ${connection.carrier_name}?`}
            danger
            onConfirm={() => remove.mutateAsync(connection.id)}
          >
            Lading stops requesting rates from this carrier and deletes its credentials.
          </ConfirmButton>
        </div>
      )}
      <ErrorNote error={test.error} />
      {test.isPending && <LoadingSkeleton lines={2} />}
      {test.data && <ConnectionTestResult result={test.data} />}
      {adapter && canWrite && (
        <Section title="Change settings">
          <Stack>
            <Dimmed>Empty fields keep their current value.</Dimmed>
            <RecordForm
              fields={toFormFields(adapter.settings_schema, 'settings.')}
              submitLabel="Save"
              submit={(body: Schemas['UpdateCarrierConnection']) => change.mutateAsync(body)}
            />
          </Stack>
        </Section>
      )}
    </Stack>
  );
}

function ConnectionTestResult({ result }: { result: Schemas['TestedConnection'] }) {
  return (
    <Section title={result.works ? 'Connection OK' : 'Connection failed'}>
      <DataTable
        bare
        label="Checks"
        rows={result.checks}
        getKey={({ operation }) => operation}
        columns={[
          { label: 'Check', render: ({ operation }) => humanize(operation) },
          {
            label: 'Result',
            render: ({ status }) => (
              <StatusBadge
                text={humanize(status)}
                tone={status === 'works' ? 'good' : status === 'failed' ? 'bad' : 'plain'}
              />
            ),
          },
          { label: 'Reason', render: ({ reason }) => reason },
        ]}
      />
      {result.calls.map(({ method, url, status, error, duration_ms }, index) => (
        <Dimmed key={index}>
          {method} {url}: {status ?? error}, {duration_ms} ms
        </Dimmed>
      ))}
    </Section>
  );
}
