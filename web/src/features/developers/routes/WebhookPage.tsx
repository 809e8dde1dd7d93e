import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { ErrorNote } from '../../../ui/ErrorNote';
import { useFilters } from '../../../ui/filters';
import { formatDateTime } from '../../../ui/format';
import { DescriptionList, LoadingSkeleton, Section, Stack } from '../../../ui/layout';
import { webhookQueries } from '../api/webhooks';
import { DeliveryList } from '../components/DeliveryList';
import { EndpointActions } from '../components/EndpointActions';
import { EndpointStatus } from '../components/EndpointStatus';

const route = getRouteApi('/app/developers/webhooks/$id');

export default function WebhookPage() {
  const { id } = route.useParams();
  const filters = useFilters(route.useSearch());
  const endpoint = useQuery(webhookQueries.detail(useSession(), id));
  if (endpoint.error) return <ErrorNote error={endpoint.error} />;
  if (!endpoint.data) return <LoadingSkeleton />;
  const { data } = endpoint;
  return (
    <Stack>
      <Section title={data.url} actions={<EndpointActions endpoint={data} />}>
        <DescriptionList
          items={[
            ['Status', <EndpointStatus key="status" endpoint={data} />],
            ['Events', data.events.join(', ')],
            ['Description', data.description],
            ['Secret', <code key="secret">{data.secret_prefix}…</code>],
            ['Consecutive failures', data.consecutive_failures || ''],
            ['Disabled', data.disabled_at && formatDateTime(data.disabled_at)],
          ]}
        />
      </Section>
      <DeliveryList endpointId={id} filters={filters} />
    </Stack>
  );
}
