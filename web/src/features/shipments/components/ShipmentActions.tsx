import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { DocumentViewer } from '../../../ui/DocumentViewer';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { SHIPMENT_WRITES, shipmentQueries } from '../api/shipments';

type Freight = Schemas['Freight'];

const NOT_CANCELLABLE = new Set<Freight['status']>(['delivered', 'voided', 'in_transit']);
const CONFIRM_FIELDS: FormField[] = [
  { name: 'pro_number', label: 'PRO number', required: true, width: 6 },
  { name: 'pickup_confirmation', label: 'Pickup confirmation number', width: 6 },
];

/** Confirms, prints or cancels a shipment. */
export function ShipmentActions({ shipment }: { shipment: Freight }) {
  const session = useSession();
  const [openPanel, setOpenPanel] = useState<'print' | 'confirm'>();
  const close = () => setOpenPanel(undefined);
  const cancel = useApiMutation((lading, id: number) => lading.freight.cancel(id), {
    invalidates: SHIPMENT_WRITES,
    successMessage: 'Shipment canceled.',
  });
  const confirm = useApiMutation(
    (lading, body: Schemas['ConfirmFreight']) => lading.freight.confirm(shipment.id, body),
    { invalidates: SHIPMENT_WRITES, successMessage: 'Shipment confirmed.', onSuccess: close },
  );
  const canWrite = session.hasScope('freight.write');
  const needsPro =
    shipment.status === 'created' || (shipment.status === 'carrier_accepted' && !shipment.pro_number);
  return (
    <>
      {needsPro && canWrite && <Button onClick={() => setOpenPanel('confirm')}>Enter PRO number</Button>}
      <Button variant="default" onClick={() => setOpenPanel('print')}>
        Print
      </Button>
      {!NOT_CANCELLABLE.has(shipment.status) && canWrite && (
        <ConfirmButton
          label="Cancel shipment"
          title="Cancel this shipment?"
          variant="default"
          danger
          onConfirm={() => cancel.mutateAsync(shipment.id)}
        >
          If the shipment is booked, Lading cancels it with the carrier. You can't undo this, but you can book
          the quote again until it expires.
        </ConfirmButton>
      )}
      <SidePanel title="Documents" isOpen={openPanel === 'print'} close={close} size="xl">
        <DocumentViewer
          name={`shipment-${shipment.bol_number}`}
          query={shipmentQueries.bulkPdf(session, [shipment.id], ['bol', 'labels'])}
        />
      </SidePanel>
      <SidePanel title="Enter PRO number" isOpen={openPanel === 'confirm'} close={close} size="sm">
        <RecordForm
          fields={CONFIRM_FIELDS}
          submitLabel="Confirm"
          submit={(body: Schemas['ConfirmFreight']) => confirm.mutateAsync(body)}
        />
      </SidePanel>
    </>
  );
}
