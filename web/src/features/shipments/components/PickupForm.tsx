import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { formatDate } from '../../../ui/format';
import { Dimmed, DescriptionList, Section } from '../../../ui/layout';
import type { FormField } from '../../../ui/form-values';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';

const FIELDS: FormField[] = [
  { name: 'date', label: 'Day', kind: 'date', width: 2 },
  { name: 'ready_time', label: 'Ready from', kind: 'time', width: 2 },
  { name: 'close_time', label: 'Until', kind: 'time', width: 2 },
  { name: 'contact', label: 'Contact' },
  { name: 'phone', label: 'Phone' },
  { name: 'instructions', label: 'Instructions for the driver', kind: 'area', width: 6 },
];

export function PickupForm({ shipment }: { shipment: Schemas['Freight'] }) {
  const { hasScope: may } = useSession();
  const [isOpen, setOpen] = useState(false);
  const change = useApiMutation(
    (lading, body: Schemas['ChangePickup']) => lading.freight.changePickup(shipment.id, body),
    { successMessage: 'The pickup is changed.', onSuccess: () => setOpen(false) },
  );
  const callOff = useApiMutation((lading, id: number) => lading.freight.cancelPickup(id), {
    successMessage: 'The pickup is called off.',
  });
  const { pickup } = shipment;
  const isWaiting = ['created', 'booked', 'tendered', 'carrier_accepted', 'scheduled'].includes(
    shipment.status,
  );
  return (
    <Section
      title="Pickup"
      actions={
        isWaiting &&
        may('freight.write') && (
          <>
            <Button variant="default" onClick={() => setOpen(true)}>
              Change
            </Button>
            {pickup.status !== 'cancelled' && (
              <ConfirmButton
                label="Call off"
                title="Call the pickup off?"
                danger
                variant="default"
                onConfirm={() => callOff.mutateAsync(shipment.id)}
              >
                The booking stays; a new pickup can be asked for with “Change”.
              </ConfirmButton>
            )}
          </>
        )
      }
    >
      {pickup.status === 'none' && !pickup.date ? (
        <Dimmed>The carrier is asked to come when the shipment is booked.</Dimmed>
      ) : (
        <DescriptionList
          items={[
            ['Status', <StatusBadge key="s" status={pickup.status} />],
            ['Day', formatDate(pickup.date)],
            ['Window', pickup.ready_time && `${pickup.ready_time}–${pickup.close_time}`],
            ['Confirmation', pickup.confirmation],
            ['Contact', [pickup.contact, pickup.phone].filter(Boolean).join(', ')],
            ['Instructions', pickup.instructions],
          ]}
        />
      )}
      <SidePanel title="Change the pickup" isOpen={isOpen} close={() => setOpen(false)}>
        <RecordForm
          fields={FIELDS}
          record={pickup}
          label="Change pickup"
          submit={(body) => change.mutateAsync(body)}
        />
      </SidePanel>
    </Section>
  );
}
