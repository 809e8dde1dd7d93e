import type { Schemas } from '@lading/sdk';
import { Button, FileButton, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { ConfirmButton } from '../../ui/Confirm';
import { DataTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { moment, words } from '../../ui/format';
import { Dimmed, Section, Stack } from '../../ui/parts';
import { Paper } from '../../ui/Papers';
import styles from '../../ui/ui.module.css';

type Document = Schemas['FreightDocument'];
type Shown = 'bol' | 'labels' | Document;

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
export function Documents({ of }: { of: Schemas['Freight'] }) {
  const { may } = useSession();
  const [shown, setShown] = useState<Shown>();
  const list = useRead(['documents', of.id], (lading) => lading.freight.documents.list(of.id));
  const remove = useWrite((lading, id: number) => lading.freight.documents.delete(of.id, id), {
    done: 'Deleted.',
    after: () => setShown(undefined),
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
        {shown && <ShownPaper freight={of} shown={shown} />}
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
              { label: 'Document', show: ({ type }) => words(type) },
              { label: 'Added', show: ({ created_at }) => moment(created_at) },
              {
                label: 'Size',
                right: true,
                show: ({ size_bytes }) => `${Math.ceil(size_bytes / 1024).toLocaleString('en-US')} KB`,
              },
              {
                label: 'Do',
                show: (one) => (
                  <div className={styles.actions}>
                    <Button variant="default" onClick={() => setShown(one)}>
                      Show
                    </Button>
                    {may('freight.write') && (
                      <ConfirmButton
                        label="Delete"
                        title="Delete this document?"
                        danger
                        act={() => remove.mutateAsync(one.id)}
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
        {may('freight.write') && <Upload id={of.id} />}
      </Stack>
    </Section>
  );
}

function ShownPaper({ freight, shown }: { freight: Schemas['Freight']; shown: Shown }) {
  const { id, bol_number, updated_at } = freight;
  if (shown === 'bol')
    return (
      <Paper
        name={`bol-${bol_number}`}
        of={['bol', id, updated_at]}
        read={(lading) => lading.freight.bolPdf(id)}
      />
    );
  if (shown === 'labels')
    return (
      <Paper
        name={`labels-${bol_number}`}
        of={['labels', id, updated_at]}
        read={(lading) => lading.freight.labelsPdf(id)}
      />
    );
  return (
    <Paper
      key={shown.id}
      name={`${shown.type}-${bol_number}`}
      of={['document', shown.id]}
      read={(lading) => lading.freight.documents.get(id, shown.id)}
    />
  );
}

function Upload({ id }: { id: number }) {
  const [type, setType] = useState<Document['type']>('pod');
  const add = useWrite(
    (lading, file: File) => lading.freight.documents.create(id, file, { query: { type } }),
    { done: 'Added.' },
  );
  return (
    <Stack>
      <div className={styles.filters} style={{ margin: 0 }}>
        <NativeSelect
          label="Add a document"
          value={type}
          data={TYPES.map((value) => ({ value, label: words(value) }))}
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
