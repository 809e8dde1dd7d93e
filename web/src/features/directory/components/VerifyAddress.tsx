import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatPlace } from '../../../ui/format';
import { Dimmed, Stack } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from '../../../ui/ui.module.css';

/** Checks a saved address with the configured verifiers and shows the form that they return. */
export function VerifyAddress({ address: saved }: { address: Schemas['Address'] }) {
  const verify = useApiMutation((lading, { address, city, state, zip, country }: Schemas['Address']) =>
    lading.addresses.validate({ address, city, state, zip, country }),
  );
  return (
    <Stack>
      <div className={styles.actions}>
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate(saved)}>
          Verify saved address
        </Button>
      </div>
      <ErrorNote error={verify.error} />
      {verify.data && (
        <div role="status">
          <StatusBadge
            text={verify.data.valid ? 'Valid' : 'Not valid'}
            tone={verify.data.valid ? 'good' : 'bad'}
          />{' '}
          {verify.data.normalized.address}, {formatPlace(verify.data.normalized)}
          {verify.data.messages.map((message) => (
            <Dimmed key={message}>{message}</Dimmed>
          ))}
        </div>
      )}
    </Stack>
  );
}
