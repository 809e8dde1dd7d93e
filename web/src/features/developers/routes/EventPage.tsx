import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { ErrorNote } from '../../../ui/ErrorNote';
import { JsonBlock, LoadingSkeleton, Section } from '../../../ui/layout';
import { eventQueries } from '../api/events';

const route = getRouteApi('/app/developers/events/$id');

export default function EventPage() {
  const { id } = route.useParams();
  const event = useQuery(eventQueries.detail(useSession(), id));
  if (event.error) return <ErrorNote error={event.error} />;
  if (!event.data) return <LoadingSkeleton />;
  return (
    <Section title={event.data.type}>
      <JsonBlock value={event.data} />
    </Section>
  );
}
