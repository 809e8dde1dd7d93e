import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { formatDate } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { DescriptionList, Dimmed, Section } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { StatusBadge } from '../../../ui/StatusBadge';
import { SHIPMENT_WRITES } from '../api/shipments';

const FIELDS: FormField[] = [
  { name: 'date', label: 'Pickup date', kind: 'date', width: 2 },
  { name: 'ready_time', label: 'Ready time', kind: 'time', width: 2 },
  { name: 'close_time', label: 'Close time', kind: 'time', width: 2 },
  { name: 'contact', label: 'Contact' },
  { name: 'phone', label: 'Phone' },
  { name: 'instructions', label: 'Instructions for the driver', kind: 'area', width: 6 },
];
const AWAITING_PICKUP = new Set<Schemas['FreightStatus']>([
  'created',
  'booked',
  'tendered',
  'carrier_accepted',
  'scheduled',
]);

export function PickupForm({ shipment }: { shipment: Schemas['Freight'] }) {
  const { hasScope } = useSession();
  const [isFormOpen, setFormOpen] = useState(false);
  const change = useApiMutation(
    (lading, body: Schemas['ChangePickup']) => lading.freight.changePickup(shipment.id, body),
    {
      invalidates: SHIPMENT_WRITES,
      successMessage: 'Pickup changed.',
      onSuccess: () => setFormOpen(false),
    },
  );
  const cancel = useApiMutation((lading, id: number) => lading.freight.cancelPickup(id), {
    invalidates: SHIPMENT_WRITES,
    successMessage: 'Pickup canceled.',
  });
  const { pickup, status } = shipment;
  const canChange = AWAITING_PICKUP.has(status) && hasScope('freight.write');
  return (
    <Section
      title="Pickup"
      actions={
        canChange && (
          <>
            <Button variant="default" onClick={() => setFormOpen(true)}>
              Change
            </Button>
            {pickup.status !== 'cancelled' && (
              <ConfirmButton
                label="Cancel pickup"
                title="Cancel the pickup?"
                danger
                variant="default"
                onConfirm={() => cancel.mutateAsync(shipment.id)}
              >
                The shipment stays booked. To request a new pickup, select Change.
              </ConfirmButton>
            )}
          </>
        )
      }
    >
      {pickup.status === 'none' && !pickup.date ? (
        <Dimmed>Lading requests the pickup when you book.</Dimmed>
      ) : (
        <DescriptionList
          items={[
            ['Status', <StatusBadge key="status" status={pickup.status} />],
            ['Date', formatDate(pickup.date)],
            ['Window', pickup.ready_time && `${pickup.ready_time}–${pickup.close_time}`],
            ['Confirmation number', pickup.confirmation],
            ['Contact', [pickup.contact, pickup.phone].filter(Boolean).join(', ')],
            ['Instructions', pickup.instructions],
          ]}
        />
      )}
      <SidePanel title="Change pickup" isOpen={isFormOpen} close={() => setFormOpen(false)}>
        <RecordForm
          fields={FIELDS}
          record={pickup}
          submitLabel="Change pickup"
          submit={(body: Schemas['ChangePickup']) => change.mutateAsync(body)}
        />
      </SidePanel>
    </Section>
  );
}
