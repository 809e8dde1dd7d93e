import type { Schemas } from '@lading/sdk';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { EVENT_TYPES } from '../../../ui/choices';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { humanize } from '../../../ui/format';
import { toNumberOrText } from '../../../ui/form-values';
import { Dimmed, Section, Stack, StatTiles } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';
import { SANDBOX_WRITES, sandboxQueries } from '../api/sandbox';

type EventType = Schemas['EventType'];

/** The body field for the record of an event, by the first part of the event type. */
const SUBJECT_FIELDS: Record<string, keyof Schemas['Simulate']> = {
  quote: 'quote_id',
  shipment: 'shipment_id',
  bol: 'shipment_id',
  invoice: 'invoice_id',
  bill: 'bill_id',
  customer: 'customer_id',
  webhook: 'endpoint_id',
};

export default function SandboxPage() {
  const session = useSession();
  const status = useQuery(sandboxQueries.status(session));
  return (
    <Stack>
      <ErrorNote error={status.error} />
      {status.data && (
        <StatTiles
          tiles={Object.entries(status.data.counts).map(([name, count]): [string, number] => [
            humanize(name),
            count,
          ])}
        />
      )}
      {session.hasScope('sandbox.write') && (
        <>
          <EventSimulator />
          <SandboxReset />
        </>
      )}
    </Stack>
  );
}

function EventSimulator() {
  const [recordId, setRecordId] = useState('');
  const simulate = useApiMutation(
    (lading, type: EventType) => {
      const field = SUBJECT_FIELDS[type.split('.')[0]!]!;
      const id = recordId.trim();
      return lading.sandbox.simulate(type, id ? { [field]: toNumberOrText(id) } : {});
    },
    {
      invalidates: SANDBOX_WRITES,
      successMessage: ({ event_type }) => `${event_type} sent.`,
    },
  );
  return (
    <Section title="Simulate an event">
      <Stack>
        <Dimmed>
          Sends the event to your endpoints. Shipment events also change the shipment's status. Without an ID,
          Lading uses the newest record.
        </Dimmed>
        <TextInput
          label="ID of the shipment, quote, invoice, bill, customer or endpoint"
          name="subject"
          value={recordId}
          onChange={(event) => setRecordId(event.currentTarget.value)}
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
  );
}

function SandboxReset() {
  const reset = useApiMutation((lading) => lading.sandbox.reset(), {
    invalidates: SANDBOX_WRITES,
    successMessage: 'Test data deleted.',
  });
  return (
    <Section title="Reset sandbox">
      <Stack>
        <Dimmed>
          Deletes all test data except the organization, its API keys and its carrier connections.
        </Dimmed>
        <div>
          <ConfirmButton
            label="Reset sandbox"
            title="Delete all test data?"
            danger
            onConfirm={() => reset.mutateAsync(undefined)}
          >
            This also deletes the test-mode webhook endpoints. You can't undo this.
          </ConfirmButton>
        </div>
      </Stack>
    </Section>
  );
}
