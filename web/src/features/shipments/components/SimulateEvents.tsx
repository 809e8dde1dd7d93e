import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { ErrorNote } from '../../../ui/ErrorNote';
import { humanize } from '../../../ui/format';
import { Dimmed, Section } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';

const STEPS = [
  'shipment.booked',
  'shipment.picked_up',
  'shipment.in_transit',
  'shipment.out_for_delivery',
  'shipment.delivered',
  'shipment.exception',
] as const satisfies readonly Schemas['EventType'][];

/** In test mode nothing moves by itself. */
export function SimulateEvents({ shipment }: { shipment: Schemas['Freight'] }) {
  const { hasScope: may } = useSession();
  const move = useApiMutation(
    (lading, step: (typeof STEPS)[number]) => lading.sandbox.simulate(step, { shipment_id: shipment.id }),
    { successMessage: ({ event_type }) => `${humanize(event_type)}, as if it were so.` },
  );
  if (!may('sandbox.write') || shipment.status === 'delivered' || shipment.status === 'voided') return null;
  return (
    <Section title="Sandbox">
      <Dimmed>Let it happen, with its event and all that follows.</Dimmed>
      <div className={styles.actions} style={{ margin: '0.6rem 0' }}>
        {STEPS.map((step) => (
          <Button
            key={step}
            variant="default"
            loading={move.isPending && move.variables === step}
            onClick={() => move.mutate(step)}
          >
            {humanize(step.replace('shipment.', ''))}
          </Button>
        ))}
      </div>
      <ErrorNote error={move.error} />
    </Section>
  );
}
