import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ErrorNote } from '../../../ui/ErrorNote';
import { humanize } from '../../../ui/format';
import { Dimmed, Section } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';
import { SHIPMENT_WRITES } from '../api/shipments';

const EVENT_TYPES = [
  'shipment.booked',
  'shipment.picked_up',
  'shipment.in_transit',
  'shipment.out_for_delivery',
  'shipment.delivered',
  'shipment.exception',
] as const satisfies readonly Schemas['EventType'][];

/** Moves a test shipment, because no carrier does. */
export function SimulateEvents({ shipment }: { shipment: Schemas['Freight'] }) {
  const { hasScope } = useSession();
  const simulate = useApiMutation(
    (lading, type: (typeof EVENT_TYPES)[number]) =>
      lading.sandbox.simulate(type, { shipment_id: shipment.id }),
    {
      invalidates: SHIPMENT_WRITES,
      successMessage: ({ event_type }) => `Simulated ${event_type}.`,
    },
  );
  if (!hasScope('sandbox.write') || shipment.status === 'delivered' || shipment.status === 'voided')
    return null;
  return (
    <Section title="Sandbox">
      <Dimmed>Simulate a carrier update</Dimmed>
      <div className={styles.actions} style={{ margin: '0.6rem 0' }}>
        {EVENT_TYPES.map((type) => (
          <Button
            key={type}
            variant="default"
            loading={simulate.isPending && simulate.variables === type}
            onClick={() => simulate.mutate(type)}
          >
            {humanize(type.replace('shipment.', ''))}
          </Button>
        ))}
      </div>
      <ErrorNote error={simulate.error} />
    </Section>
  );
}
