import { Button, FileButton, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ErrorNote } from '../../../ui/ErrorNote';
import { Dimmed, Stack } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';
import { EDI_WRITES, ediQueries } from '../api/edi';

const X12 = 'application/edi-x12';

/** Sends a file of a trading partner to the service and opens its result. */
export function UploadFile() {
  const navigate = useNavigate();
  const partners = useQuery(ediQueries.partnerChoices(useSession()));
  const [partnerId, setPartnerId] = useState('');
  const choices = (partners.data ?? []).map(({ id, name, scac }) => ({
    value: String(id),
    label: `${name} (${scac})`,
  }));
  const upload = useApiMutation(
    (lading, file: File) =>
      lading.edi.interchanges.create(new Blob([file], { type: X12 }), {
        query: { partner_id: Number(partnerId) },
      }),
    {
      invalidates: EDI_WRITES,
      onSuccess: ({ id }) => void navigate({ to: '/edi/files/$id', params: { id } }),
    },
  );
  return (
    <Stack>
      <Dimmed>
        Choose a file with one interchange, from ISA to IEA, of at most 10 MiB. Lading applies its documents
        at once. If Lading already has this file, the page opens the existing one.
      </Dimmed>
      <NativeSelect
        label="Trading partner"
        name="partner_id"
        withAsterisk
        value={partnerId}
        data={[{ value: '', label: '–' }, ...choices]}
        onChange={(event) => setPartnerId(event.currentTarget.value)}
      />
      <ErrorNote error={partners.error ?? upload.error} />
      <div className={styles.actions}>
        <FileButton onChange={(file) => file && upload.mutate(file)}>
          {(button) => (
            <Button {...button} disabled={partnerId === ''} loading={upload.isPending}>
              Choose file
            </Button>
          )}
        </FileButton>
      </div>
    </Stack>
  );
}
