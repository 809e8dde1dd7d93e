import type { Schemas } from '@lading/sdk';
import { Button, FileButton, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DataTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDateTime, humanize } from '../../../ui/format';
import { Dimmed, Section, Stack } from '../../../ui/layout';
import { DocumentViewer } from '../../../ui/DocumentViewer';
import styles from '../../../ui/ui.module.css';

type Document = Schemas['FreightDocument'];
type ShownDocument = 'bol' | 'labels' | Document;

const TYPES: Document['type'][] = [
  'pod',
  'bill_of_lading',
  'delivery_receipt',
  'weight_certificate',
  'inspection_report',
  'carrier_invoice',
  'photo',
  'other',
];

/** The papers of a shipment, shown where they are listed, and those that were added to it. */
export function ShipmentDocuments({ shipment }: { shipment: Schemas['Freight'] }) {
  const { hasScope: may } = useSession();
  const [shown, setShown] = useState<ShownDocument>();
  const list = useApiQuery(['documents', shipment.id], (lading) =>
    lading.freight.documents.list(shipment.id),
  );
  const remove = useApiMutation((lading, id: number) => lading.freight.documents.delete(shipment.id, id), {
    successMessage: 'Deleted.',
    onSuccess: () => setShown(undefined),
  });
  return (
    <Section
      title="Documents"
      actions={
        <>
          <Button variant={shown === 'bol' ? 'filled' : 'default'} onClick={() => setShown('bol')}>
            Bill of lading
          </Button>
          <Button variant={shown === 'labels' ? 'filled' : 'default'} onClick={() => setShown('labels')}>
            Labels
          </Button>
        </>
      }
    >
      <Stack>
        {shown && <DocumentPreview shipment={shipment} shown={shown} />}
        <ErrorNote error={list.error} />
        {list.data?.data.length === 0 && (
          <Dimmed>Proofs of delivery, photos and what else belongs to it can be added here.</Dimmed>
        )}
        {list.data && list.data.data.length > 0 && (
          <DataTable<Document>
            bare
            label="Added documents"
            rows={list.data.data}
            columns={[
              { label: 'Document', render: ({ type }) => humanize(type) },
              { label: 'Added', render: ({ created_at }) => formatDateTime(created_at) },
              {
                label: 'Size',
                alignRight: true,
                render: ({ size_bytes }) => `${Math.ceil(size_bytes / 1024).toLocaleString('en-US')} KB`,
              },
              {
                label: 'Do',
                render: (one) => (
                  <div className={styles.actions}>
                    <Button variant="default" onClick={() => setShown(one)}>
                      Show
                    </Button>
                    {may('freight.write') && (
                      <ConfirmButton
                        label="Delete"
                        title="Delete this document?"
                        danger
                        onConfirm={() => remove.mutateAsync(one.id)}
                      >
                        It is gone for good.
                      </ConfirmButton>
                    )}
                  </div>
                ),
              },
            ]}
          />
        )}
        {may('freight.write') && <UploadForm id={shipment.id} />}
      </Stack>
    </Section>
  );
}

function DocumentPreview({ shipment, shown }: { shipment: Schemas['Freight']; shown: ShownDocument }) {
  const { id, bol_number, updated_at } = shipment;
  if (shown === 'bol')
    return (
      <DocumentViewer
        name={`bol-${bol_number}`}
        queryKey={['bol', id, updated_at]}
        read={(lading) => lading.freight.bolPdf(id)}
      />
    );
  if (shown === 'labels')
    return (
      <DocumentViewer
        name={`labels-${bol_number}`}
        queryKey={['labels', id, updated_at]}
        read={(lading) => lading.freight.labelsPdf(id)}
      />
    );
  return (
    <DocumentViewer
      key={shown.id}
      name={`${shown.type}-${bol_number}`}
      queryKey={['document', shown.id]}
      read={(lading) => lading.freight.documents.get(id, shown.id)}
    />
  );
}

function UploadForm({ id }: { id: number }) {
  const [type, setType] = useState<Document['type']>('pod');
  const add = useApiMutation(
    (lading, file: File) => lading.freight.documents.create(id, file, { query: { type } }),
    { successMessage: 'Added.' },
  );
  return (
    <Stack>
      <div className={styles.filters} style={{ margin: 0 }}>
        <NativeSelect
          label="Add a document"
          value={type}
          data={TYPES.map((value) => ({ value, label: humanize(value) }))}
          onChange={(event) => setType(event.currentTarget.value as Document['type'])}
        />
        <FileButton
          accept="application/pdf,image/png,image/jpeg"
          onChange={(file) => file && add.mutate(file)}
        >
          {(props) => (
            <Button {...props} variant="default" loading={add.isPending}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </div>
      <ErrorNote error={add.error} />
    </Stack>
  );
}
