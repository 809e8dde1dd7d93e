import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDateTime, humanize } from '../../../ui/format';
import { DescriptionList, JsonBlock, LoadingSkeleton, Section, Stack } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { eventQueries } from '../api/events';
import { webhookQueries } from '../api/webhooks';

/** One delivery with every attempt and the event that it sends. */
export function DeliveryDetail({ endpointId, id }: { endpointId: number; id: number }) {
  const session = useSession();
  const delivery = useQuery(webhookQueries.delivery(session, endpointId, id));
  const eventId = delivery.data?.event_id;
  const event = useQuery({
    ...eventQueries.detail(session, eventId!),
    enabled: eventId !== undefined && session.hasScope('events.read'),
  });
  const resend = useApiMutation(
    (lading, deliveryId: number) => lading.webhooks.deliveries.resend(endpointId, deliveryId),
    { invalidates: ['webhooks'], successMessage: 'Resent as a new delivery.' },
  );
  if (delivery.error) return <ErrorNote error={delivery.error} />;
  if (!delivery.data) return <LoadingSkeleton />;
  const { data } = delivery;
  return (
    <Stack>
      <DescriptionList
        items={[
          ['Event', `${data.event_type}, ${data.event_id}`],
          ['Status', <StatusBadge key="status" status={data.status} />],
          ['Delivered', data.delivered_at && formatDateTime(data.delivered_at)],
          ['Next attempt', data.next_attempt_at && formatDateTime(data.next_attempt_at)],
        ]}
      />
      {session.hasScope('webhooks.write') && (
        <div>
          <Button loading={resend.isPending} onClick={() => resend.mutate(id)}>
            Resend
          </Button>
        </div>
      )}
      <ErrorNote error={resend.error} />
      {data.attempts.map((attempt) => (
        <AttemptDetail key={attempt.number} attempt={attempt} />
      ))}
      {event.data && (
        <Section title="Payload">
          <JsonBlock value={event.data} />
        </Section>
      )}
    </Stack>
  );
}

function AttemptDetail({ attempt }: { attempt: Schemas['DeliveryAttempt'] }) {
  const { number, at, response_status, error, error_message, duration_ms, response_body } = attempt;
  return (
    <Section title={`Attempt ${number}`}>
      <DescriptionList
        items={[
          ['Time', formatDateTime(at)],
          ['Response', response_status],
          ['Error', error && [humanize(error), error_message].filter(Boolean).join(': ')],
          ['Duration', `${duration_ms} ms`],
        ]}
      />
      {response_body && <JsonBlock value={response_body} />}
    </Section>
  );
}
