import type { Schemas } from '@lading/sdk';
import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { EVENT_TYPES } from '../../../ui/choices';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { Dimmed, Section, Stack, StatTiles } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';
import { toNumberOrText } from '../../../ui/form-values';
import { humanize } from '../../../ui/format';

/** What the id of a simulation is of, by the first word of the event. */
const SUBJECTS: Record<string, keyof Schemas['Simulate']> = {
  quote: 'quote_id',
  shipment: 'shipment_id',
  bol: 'shipment_id',
  invoice: 'invoice_id',
  bill: 'bill_id',
  customer: 'customer_id',
  webhook: 'endpoint_id',
};

export default function Sandbox() {
  const { hasScope: may } = useSession();
  const [id, setId] = useState('');
  const status = useApiQuery(['sandbox'], (lading) => lading.sandbox.status());
  const simulate = useApiMutation(
    (lading, type: Schemas['EventType']) => {
      const subject = SUBJECTS[type.split('.')[0]!]!;
      return lading.sandbox.simulate(type, id.trim() ? { [subject]: toNumberOrText(id.trim()) } : {});
    },
    { successMessage: ({ event_type }) => `${event_type} was sent.` },
  );
  const reset = useApiMutation((lading) => lading.sandbox.reset(), {
    successMessage: 'The sandbox is empty.',
  });
  return (
    <Stack>
      <ErrorNote error={status.error} />
      {status.data && (
        <StatTiles
          tiles={Object.entries(status.data.counts).map(([name, many]): [string, number] => [
            humanize(name),
            many,
          ])}
        />
      )}
      {may('sandbox.write') && (
        <>
          <Section title="Simulate">
            <Stack>
              <Dimmed>
                Each sends its event to your endpoints; a shipment's also moves it. Without an id the newest
                is taken.
              </Dimmed>
              <TextInput
                label="Id of the shipment, quote, invoice, bill or customer"
                name="subject"
                value={id}
                onChange={(event) => setId(event.currentTarget.value)}
                maw={360}
              />
              <div className={styles.actions}>
                {EVENT_TYPES.map((type) => (
                  <Button
                    key={type}
                    variant="default"
                    loading={simulate.isPending && simulate.variables === type}
                    onClick={() => simulate.mutate(type)}
                  >
                    {type}
                  </Button>
                ))}
              </div>
              <ErrorNote error={simulate.error} />
              {simulate.data && (
                <Link to="/developers/events/$id" params={{ id: simulate.data.event_id }}>
                  {simulate.data.event_id}
                </Link>
              )}
            </Stack>
          </Section>
          <Section title="Reset">
            <Stack>
              <Dimmed>
                Deletes everything of test mode but the organization, its keys and its carrier connections.
              </Dimmed>
              <div>
                <ConfirmButton
                  label="Reset the sandbox"
                  title="Delete all test data?"
                  danger
                  onConfirm={() => reset.mutateAsync(undefined)}
                >
                  Webhook endpoints of test mode go too. It can't be taken back.
                </ConfirmButton>
              </div>
            </Stack>
          </Section>
        </>
      )}
    </Stack>
  );
}
