import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { ConfirmButton } from '../../ui/Confirm';
import { Paper } from '../../ui/Papers';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';

type Freight = Schemas['Freight'];
const FINAL = new Set<Freight['status']>(['delivered', 'voided', 'in_transit']);

export function Actions({ of }: { of: Freight }) {
  const { may } = useSession();
  const [shown, setShown] = useState<'print' | 'confirm'>();
  const cancel = useWrite((lading, id: number) => lading.freight.cancel(id), { done: 'Cancelled.' });
  const confirm = useWrite((lading, body: Schemas['ConfirmFreight']) => lading.freight.confirm(of.id, body), {
    done: 'Confirmed.',
    after: () => setShown(undefined),
  });
  const mayConfirm = of.status === 'created' || (of.status === 'carrier_accepted' && !of.pro_number);
  return (
    <>
      {mayConfirm && may('freight.write') && (
        <Button onClick={() => setShown('confirm')}>Confirm with PRO number</Button>
      )}
      <Button variant="default" onClick={() => setShown('print')}>
        Print
      </Button>
      {!FINAL.has(of.status) && may('freight.write') && (
        <ConfirmButton
          label="Cancel shipment"
          title="Cancel this shipment?"
          variant="default"
          danger
          act={() => cancel.mutateAsync(of.id)}
        >
          The carrier is told if it was booked. It can't be taken back; the quote is free again while it is
          valid.
        </ConfirmButton>
      )}
      <Side title="Papers" isOpen={shown === 'print'} close={() => setShown(undefined)} size="xl">
        <Paper
          name={`shipment-${of.bol_number}`}
          of={['print', of.id, of.updated_at]}
          read={(lading) =>
            lading.documents.create({
              freight_ids: [of.id],
              documents: ['bol', 'labels'],
              label_format: '4x6',
            })
          }
        />
      </Side>
      <Side title="Confirm" isOpen={shown === 'confirm'} close={() => setShown(undefined)} size="sm">
        <RecordForm
          fields={[
            { name: 'pro_number', label: 'PRO number', required: true, width: 6 },
            { name: 'pickup_confirmation', label: 'Pickup confirmation', width: 6 },
          ]}
          label="Confirm"
          submit={(body) => confirm.mutateAsync(body)}
        />
      </Side>
    </>
  );
}
