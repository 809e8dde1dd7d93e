import type { Schemas } from '@lading/sdk';
import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { EVENT_TYPES } from '../../ui/choices';
import { ConfirmButton } from '../../ui/Confirm';
import { ErrorNote } from '../../ui/ErrorNote';
import { Dimmed, Section, Stack, Tiles } from '../../ui/parts';
import styles from '../../ui/ui.module.css';
import { numberOr } from '../../ui/record';
import { words } from '../../ui/format';

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
  const { may } = useSession();
  const [id, setId] = useState('');
  const status = useRead(['sandbox'], (lading) => lading.sandbox.status());
  const simulate = useWrite(
    (lading, type: Schemas['EventType']) => {
      const subject = SUBJECTS[type.split('.')[0]!]!;
      return lading.sandbox.simulate(type, id.trim() ? { [subject]: numberOr(id.trim()) } : {});
    },
    { done: ({ event_type }) => `${event_type} was sent.` },
  );
  const reset = useWrite((lading) => lading.sandbox.reset(), { done: 'The sandbox is empty.' });
  return (
    <Stack>
      <ErrorNote error={status.error} />
      {status.data && (
        <Tiles
          of={Object.entries(status.data.counts).map(([name, many]): [string, number] => [words(name), many])}
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
                  act={() => reset.mutateAsync(undefined)}
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
