import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { ConfirmButton } from '../../ui/Confirm';
import { day } from '../../ui/format';
import { Dimmed, Facts, Section } from '../../ui/parts';
import type { Field } from '../../ui/record';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';

const FIELDS: Field[] = [
  { name: 'date', label: 'Day', kind: 'date', width: 2 },
  { name: 'ready_time', label: 'Ready from', kind: 'time', width: 2 },
  { name: 'close_time', label: 'Until', kind: 'time', width: 2 },
  { name: 'contact', label: 'Contact' },
  { name: 'phone', label: 'Phone' },
  { name: 'instructions', label: 'Instructions for the driver', kind: 'area', width: 6 },
];

export function Pickup({ of }: { of: Schemas['Freight'] }) {
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  const change = useWrite(
    (lading, body: Schemas['ChangePickup']) => lading.freight.changePickup(of.id, body),
    { done: 'The pickup is changed.', after: () => setOpen(false) },
  );
  const callOff = useWrite((lading, id: number) => lading.freight.cancelPickup(id), {
    done: 'The pickup is called off.',
  });
  const { pickup } = of;
  const isWaiting = ['created', 'booked', 'tendered', 'carrier_accepted', 'scheduled'].includes(of.status);
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
                act={() => callOff.mutateAsync(of.id)}
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
        <Facts
          of={[
            ['Status', <Badge key="s" of={pickup.status} />],
            ['Day', day(pickup.date)],
            ['Window', pickup.ready_time && `${pickup.ready_time}–${pickup.close_time}`],
            ['Confirmation', pickup.confirmation],
            ['Contact', [pickup.contact, pickup.phone].filter(Boolean).join(', ')],
            ['Instructions', pickup.instructions],
          ]}
        />
      )}
      <Side title="Change the pickup" isOpen={isOpen} close={() => setOpen(false)}>
        <RecordForm
          fields={FIELDS}
          record={pickup}
          label="Change pickup"
          submit={(body) => change.mutateAsync(body)}
        />
      </Side>
    </Section>
  );
}
