import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { PagedTable } from '../../ui/DataTable';
import { ErrorNote } from '../../ui/ErrorNote';
import { ChoiceFilter, Filters, queryOf, TextFilter, useFilters } from '../../ui/filters';
import { moment, words } from '../../ui/format';
import { Dimmed, Facts, Json, Section, Stack, Waiting } from '../../ui/parts';
import { Side } from '../../ui/Side';

type Delivery = Schemas['WebhookDelivery'];

const STATUSES = (['pending', 'delivered', 'retrying', 'failed'] satisfies Delivery['status'][]).map(
  (value) => ({
    value,
    label: words(value),
  }),
);

/** What was sent to an endpoint, try by try. */
export function Deliveries({ endpoint }: { endpoint: number }) {
  const { filters } = useFilters();
  const [shown, setShown] = useState<number>();
  const list = useRead(
    ['deliveries', endpoint, filters],
    (lading) => lading.webhooks.deliveries.list(endpoint, queryOf(filters)),
    { keep: true, every: 5_000 },
  );
  return (
    <Section title="Deliveries">
      <Filters>
        <ChoiceFilter name="status" label="Status" choices={STATUSES} />
        <TextFilter name="event_id" label="Event’s id" />
      </Filters>
      <PagedTable<Delivery>
        bare
        label="Deliveries"
        list={list}
        columns={[
          {
            label: 'Event',
            show: ({ id, event_type }) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setShown(id)}>
                {event_type}
              </Button>
            ),
          },
          { label: 'Status', show: ({ status }) => <Badge of={status} /> },
          { label: 'Answer', show: ({ response_status, error }) => response_status ?? words(error) },
          {
            label: 'Tries',
            right: true,
            show: ({ attempt_count, max_attempts }) => `${attempt_count} of ${max_attempts}`,
          },
          { label: 'Made', show: ({ created_at }) => moment(created_at) },
          {
            label: 'Next try',
            show: ({ next_attempt_at }) => (next_attempt_at ? moment(next_attempt_at) : ''),
          },
        ]}
        empty={<Dimmed>Nothing was sent yet. “Send a test event” sends something.</Dimmed>}
      />
      <Side title="Delivery" isOpen={shown !== undefined} close={() => setShown(undefined)} size="xl">
        {shown !== undefined && <OneDelivery endpoint={endpoint} id={shown} />}
      </Side>
    </Section>
  );
}

function OneDelivery({ endpoint, id }: { endpoint: number; id: number }) {
  const { may } = useSession();
  const delivery = useRead(
    ['deliveries', endpoint, 'one', id],
    (lading) => lading.webhooks.deliveries.get(endpoint, id),
    { every: 5_000 },
  );
  const eventId = delivery.data?.event_id;
  const event = useRead(['events', eventId], (lading) => lading.events.get(eventId!), {
    enabled: eventId !== undefined && may('events.read'),
  });
  const resend = useWrite((lading, which: number) => lading.webhooks.deliveries.resend(endpoint, which), {
    done: 'Sent again, as a delivery of its own.',
  });
  if (delivery.error) return <ErrorNote error={delivery.error} />;
  if (!delivery.data) return <Waiting />;
  const { data } = delivery;
  return (
    <Stack>
      <Facts
        of={[
          ['Event', `${data.event_type}, ${data.event_id}`],
          ['Status', <Badge key="s" of={data.status} />],
          ['Delivered', data.delivered_at && moment(data.delivered_at)],
          ['Next try', data.next_attempt_at && moment(data.next_attempt_at)],
        ]}
      />
      {may('webhooks.write') && (
        <div>
          <Button loading={resend.isPending} onClick={() => resend.mutate(id)}>
            Send again
          </Button>
        </div>
      )}
      <ErrorNote error={resend.error} />
      {data.attempts.map((attempt) => (
        <Section key={attempt.number} title={`Try ${attempt.number}`}>
          <Facts
            of={[
              ['At', moment(attempt.at)],
              ['Answer', attempt.response_status],
              ['Fault', attempt.error && `${words(attempt.error)}: ${attempt.error_message ?? ''}`],
              ['Took', `${attempt.duration_ms} ms`],
            ]}
          />
          {attempt.response_body && <Json value={attempt.response_body} />}
        </Section>
      ))}
      {event.data && (
        <Section title="What was sent">
          <Json value={event.data} />
        </Section>
      )}
    </Stack>
  );
}
