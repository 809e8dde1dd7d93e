import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { PagedTable } from '../../../ui/DataTable';
import { ErrorNote } from '../../../ui/ErrorNote';
import { ChoiceFilter, Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import { Dimmed, DescriptionList, JsonBlock, Section, Stack, LoadingSkeleton } from '../../../ui/layout';
import { SidePanel } from '../../../ui/SidePanel';

type Delivery = Schemas['WebhookDelivery'];

const STATUSES = (['pending', 'delivered', 'retrying', 'failed'] satisfies Delivery['status'][]).map(
  (value) => ({
    value,
    label: humanize(value),
  }),
);

/** What was sent to an endpoint, try by try. */
export function Deliveries({ endpoint }: { endpoint: number }) {
  const { filters } = useFilters();
  const [shown, setShown] = useState<number>();
  const list = useApiQuery(
    ['deliveries', endpoint, filters],
    (lading) => lading.webhooks.deliveries.list(endpoint, toListQuery(filters)),
    { keepPrevious: true, refetchIntervalMs: 5_000 },
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
            render: ({ id, event_type }) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setShown(id)}>
                {event_type}
              </Button>
            ),
          },
          { label: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
          { label: 'Answer', render: ({ response_status, error }) => response_status ?? humanize(error) },
          {
            label: 'Tries',
            alignRight: true,
            render: ({ attempt_count, max_attempts }) => `${attempt_count} of ${max_attempts}`,
          },
          { label: 'Made', render: ({ created_at }) => formatDateTime(created_at) },
          {
            label: 'Next try',
            render: ({ next_attempt_at }) => (next_attempt_at ? formatDateTime(next_attempt_at) : ''),
          },
        ]}
        empty={<Dimmed>Nothing was sent yet. “Send a test event” sends something.</Dimmed>}
      />
      <SidePanel title="Delivery" isOpen={shown !== undefined} close={() => setShown(undefined)} size="xl">
        {shown !== undefined && <DeliveryDetail endpoint={endpoint} id={shown} />}
      </SidePanel>
    </Section>
  );
}

function DeliveryDetail({ endpoint, id }: { endpoint: number; id: number }) {
  const { hasScope: may } = useSession();
  const delivery = useApiQuery(
    ['deliveries', endpoint, 'one', id],
    (lading) => lading.webhooks.deliveries.get(endpoint, id),
    { refetchIntervalMs: 5_000 },
  );
  const eventId = delivery.data?.event_id;
  const event = useApiQuery(['events', eventId], (lading) => lading.events.get(eventId!), {
    enabled: eventId !== undefined && may('events.read'),
  });
  const resend = useApiMutation(
    (lading, which: number) => lading.webhooks.deliveries.resend(endpoint, which),
    {
      successMessage: 'Sent again, as a delivery of its own.',
    },
  );
  if (delivery.error) return <ErrorNote error={delivery.error} />;
  if (!delivery.data) return <LoadingSkeleton />;
  const { data } = delivery;
  return (
    <Stack>
      <DescriptionList
        items={[
          ['Event', `${data.event_type}, ${data.event_id}`],
          ['Status', <StatusBadge key="s" status={data.status} />],
          ['Delivered', data.delivered_at && formatDateTime(data.delivered_at)],
          ['Next try', data.next_attempt_at && formatDateTime(data.next_attempt_at)],
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
          <DescriptionList
            items={[
              ['At', formatDateTime(attempt.at)],
              ['Answer', attempt.response_status],
              ['Fault', attempt.error && `${humanize(attempt.error)}: ${attempt.error_message ?? ''}`],
              ['Took', `${attempt.duration_ms} ms`],
            ]}
          />
          {attempt.response_body && <JsonBlock value={attempt.response_body} />}
        </Section>
      ))}
      {event.data && (
        <Section title="What was sent">
          <JsonBlock value={event.data} />
        </Section>
      )}
    </Stack>
  );
}
