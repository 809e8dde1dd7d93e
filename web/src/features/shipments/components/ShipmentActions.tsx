import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DocumentViewer } from '../../../ui/DocumentViewer';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';

type Freight = Schemas['Freight'];
const FINAL = new Set<Freight['status']>(['delivered', 'voided', 'in_transit']);

export function ShipmentActions({ shipment }: { shipment: Freight }) {
  const { hasScope: may } = useSession();
  const [shown, setShown] = useState<'print' | 'confirm'>();
  const cancel = useApiMutation((lading, id: number) => lading.freight.cancel(id), {
    successMessage: 'Cancelled.',
  });
  const confirm = useApiMutation(
    (lading, body: Schemas['ConfirmFreight']) => lading.freight.confirm(shipment.id, body),
    {
      successMessage: 'Confirmed.',
      onSuccess: () => setShown(undefined),
    },
  );
  const mayConfirm =
    shipment.status === 'created' || (shipment.status === 'carrier_accepted' && !shipment.pro_number);
  return (
    <>
      {mayConfirm && may('freight.write') && (
        <Button onClick={() => setShown('confirm')}>Confirm with PRO number</Button>
      )}
      <Button variant="default" onClick={() => setShown('print')}>
        Print
      </Button>
      {!FINAL.has(shipment.status) && may('freight.write') && (
        <ConfirmButton
          label="Cancel shipment"
          title="Cancel this shipment?"
          variant="default"
          danger
          onConfirm={() => cancel.mutateAsync(shipment.id)}
        >
          The carrier is told if it was booked. It can't be taken back; the quote is free again while it is
          valid.
        </ConfirmButton>
      )}
      <SidePanel title="Papers" isOpen={shown === 'print'} close={() => setShown(undefined)} size="xl">
        <DocumentViewer
          name={`shipment-${shipment.bol_number}`}
          queryKey={['print', shipment.id, shipment.updated_at]}
          read={(lading) =>
            lading.documents.create({
              freight_ids: [shipment.id],
              documents: ['bol', 'labels'],
              label_format: '4x6',
            })
          }
        />
      </SidePanel>
      <SidePanel title="Confirm" isOpen={shown === 'confirm'} close={() => setShown(undefined)} size="sm">
        <RecordForm
          fields={[
            { name: 'pro_number', label: 'PRO number', required: true, width: 6 },
            { name: 'pickup_confirmation', label: 'Pickup confirmation', width: 6 },
          ]}
          label="Confirm"
          submit={(body) => confirm.mutateAsync(body)}
        />
      </SidePanel>
    </>
  );
}
