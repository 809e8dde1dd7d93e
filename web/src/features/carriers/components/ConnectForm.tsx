import type { Schemas } from '@lading/sdk';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../session/use-api-mutation';
import { humanize } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { Dimmed, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { toFormFields } from '../../../ui/schema-fields';
import { CONNECTION_WRITES } from '../api/carriers';

type Adapter = Schemas['CarrierAdapter'];
type ConnectionBody = Partial<Omit<Schemas['CreateCarrierConnection'], 'adapter'>>;

/** Connects a carrier through one of the adapters. The adapter's JSON Schema defines the fields. */
export function ConnectForm({ adapters, close }: { adapters: Adapter[]; close: () => void }) {
  const [name, setName] = useState(adapters[0]?.name ?? '');
  const adapter = adapters.find((candidate) => candidate.name === name);
  const connect = useApiMutation(
    (lading, body: ConnectionBody) =>
      lading.carrierConnections.create({ settings: {}, ...body, adapter: name }),
    {
      invalidates: CONNECTION_WRITES,
      successMessage: 'Connected. Test the connection before you ship.',
      onSuccess: close,
    },
  );
  if (!adapter) return <Dimmed>No carriers are available in this mode.</Dimmed>;
  return (
    <Stack>
      <NativeSelect
        label="Carrier"
        name="adapter"
        value={name}
        data={adapters.map((candidate) => ({ value: candidate.name, label: candidate.title }))}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Dimmed>Supports: {adapter.operations.map(({ operation }) => humanize(operation)).join(', ')}</Dimmed>
      <RecordForm
        key={name}
        fields={[...toScacFields(adapter), ...toFormFields(adapter.settings_schema, 'settings.')]}
        submitLabel="Connect"
        submit={(body: ConnectionBody) => connect.mutateAsync(body)}
      />
    </Stack>
  );
}

/** An adapter for one carrier implies the SCAC. */
function toScacFields({ scacs }: Adapter): FormField[] {
  if (scacs.length === 1) return [];
  return [{ name: 'scac', label: 'Carrier (SCAC)', hint: scacs.join(', '), required: true, width: 6 }];
}
