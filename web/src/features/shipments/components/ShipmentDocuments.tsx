import type { Schemas } from '@lading/sdk';
import { Button, FileButton, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { toChoices } from '../../../ui/choices';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DataTable } from '../../../ui/DataTable';
import { DocumentViewer } from '../../../ui/DocumentViewer';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDateTime, formatNumber, humanize } from '../../../ui/format';
import { Dimmed, Section, Stack } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';
import { shipmentQueries } from '../api/shipments';

type Freight = Schemas['Freight'];
type Document = Schemas['FreightDocument'];
type OpenDocument = 'bol' | 'labels' | 'commercial_invoice' | Document;

const DOCUMENT_TYPES = toChoices<Document['type']>([
  'pod',
  'bill_of_lading',
  'delivery_receipt',
  'weight_certificate',
  'inspection_report',
  'carrier_invoice',
  'photo',
  'other',
]);

/** The printed documents of a shipment and the files that were added to it. */
export function ShipmentDocuments({ shipment }: { shipment: Freight }) {
  const session = useSession();
  const [openDocument, setOpenDocument] = useState<OpenDocument>();
  const list = useQuery(shipmentQueries.documents(session, shipment.id));
  const remove = useApiMutation((lading, id: number) => lading.freight.documents.delete(shipment.id, id), {
    invalidates: ['freight'],
    successMessage: 'Deleted.',
    onSuccess: () => setOpenDocument(undefined),
  });
  const canWrite = session.hasScope('freight.write');
  const documents = list.data?.data;
  return (
    <Section
      title="Documents"
      actions={
        <>
          <Button
            variant={openDocument === 'bol' ? 'filled' : 'default'}
            onClick={() => setOpenDocument('bol')}
          >
            Bill of lading
          </Button>
          <Button
            variant={openDocument === 'labels' ? 'filled' : 'default'}
            onClick={() => setOpenDocument('labels')}
          >
            Labels
          </Button>
          {shipment.customs && shipment.customs.items.length > 0 && (
            <Button
              variant={openDocument === 'commercial_invoice' ? 'filled' : 'default'}
              onClick={() => setOpenDocument('commercial_invoice')}
            >
              Commercial invoice
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {openDocument && <DocumentPreview shipment={shipment} document={openDocument} />}
        <ErrorNote error={list.error} />
        {documents?.length === 0 && <Dimmed>Upload PODs, photos and other files here.</Dimmed>}
        {documents && documents.length > 0 && (
          <DataTable<Document>
            bare
            label="Uploaded documents"
            rows={documents}
            columns={[
              { label: 'Document', render: ({ type }) => humanize(type) },
              { label: 'Added', render: ({ created_at }) => formatDateTime(created_at) },
              {
                label: 'Size',
                alignRight: true,
                render: ({ size_bytes }) => `${formatNumber(Math.ceil(size_bytes / 1024))} KB`,
              },
              {
                label: '',
                render: (document) => (
                  <div className={styles.actions}>
                    <Button variant="default" onClick={() => setOpenDocument(document)}>
                      View
                    </Button>
                    {canWrite && (
                      <ConfirmButton
                        label="Delete"
                        title="Delete this document?"
                        danger
                        onConfirm={() => remove.mutateAsync(document.id)}
                      >
                        You can't undo this.
                      </ConfirmButton>
                    )}
                  </div>
                ),
              },
            ]}
          />
        )}
        {canWrite && <UploadForm id={shipment.id} />}
      </Stack>
    </Section>
  );
}

function DocumentPreview({ shipment, document }: { shipment: Freight; document: OpenDocument }) {
  const session = useSession();
  const { id, bol_number } = shipment;
  if (document === 'bol')
    return <DocumentViewer name={`bol-${bol_number}`} query={shipmentQueries.bolPdf(session, shipment)} />;
  if (document === 'labels')
    return (
      <DocumentViewer name={`labels-${bol_number}`} query={shipmentQueries.labelsPdf(session, shipment)} />
    );
  if (document === 'commercial_invoice')
    return (
      <DocumentViewer
        name={`commercial-invoice-${bol_number}`}
        query={shipmentQueries.commercialInvoicePdf(session, shipment)}
      />
    );
  return (
    <DocumentViewer
      key={document.id}
      name={`${document.type}-${bol_number}`}
      query={shipmentQueries.document(session, id, document.id)}
    />
  );
}

function UploadForm({ id }: { id: number }) {
  const [type, setType] = useState<Document['type']>('pod');
  const add = useApiMutation(
    (lading, file: File) => lading.freight.documents.create(id, file, { query: { type } }),
    { invalidates: ['freight'], successMessage: 'Document uploaded.' },
  );
  return (
    <Stack>
      <div className={styles.filters} style={{ margin: 0 }}>
        <NativeSelect
          label="Document type"
          value={type}
          data={DOCUMENT_TYPES}
          onChange={(event) => setType(event.currentTarget.value as Document['type'])}
        />
        <FileButton
          accept="application/pdf,image/png,image/jpeg"
          onChange={(file) => file && add.mutate(file)}
        >
          {(button) => (
            <Button {...button} variant="default" loading={add.isPending}>
              Upload file
            </Button>
          )}
        </FileButton>
      </div>
      <ErrorNote error={add.error} />
    </Stack>
  );
}
