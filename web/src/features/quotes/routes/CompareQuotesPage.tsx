import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatNumber, formatPlace, pluralize } from '../../../ui/format';
import { Dimmed, LoadingSkeleton, PageHeader, Section, Stack } from '../../../ui/layout';
import { LinkButton } from '../../../ui/LinkButton';
import { readQuoteRequest, type QuotePlace, type QuoteRequest } from '../api/quote-request';
import { quoteQueries } from '../api/quotes';
import { CarrierResults } from '../components/CarrierResults';
import { QuoteComparison } from '../components/QuoteComparison';

type Quote = Schemas['Quote'];

const route = getRouteApi('/app/ship/$group');

export default function CompareQuotesPage() {
  const { group } = route.useParams();
  const { sort } = route.useSearch();
  const session = useSession();
  const navigate = useNavigate();
  const quotes = useQuery(quoteQueries.group(session, group));
  const stored = readQuoteRequest(group);
  const createDraft = useApiMutation(
    (lading, quote: Quote) => lading.freight.create(buildDraft(quote, stored?.request)),
    {
      invalidates: ['freight', 'quotes'],
      onSuccess: ({ id }) => void navigate({ to: '/shipments/$id', params: { id } }),
    },
  );
  if (quotes.error) return <ErrorNote error={quotes.error} />;
  if (!quotes.data) return <LoadingSkeleton />;
  const { data, warnings } = quotes.data;
  const [first] = data;
  const withoutRate = stored?.results.filter(({ status }) => status !== 'rated') ?? [];
  return (
    <>
      <PageHeader title={pluralize(data.length, 'quote')}>
        <LinkButton to="/ship" search={{ again: stored && group }} variant="default">
          Edit request
        </LinkButton>
      </PageHeader>
      <Stack>
        {first && <Dimmed>{describeLane(first)}</Dimmed>}
        <QuoteComparison
          quotes={data}
          sharedWarnings={warnings}
          order={sort}
          onOrderChange={(order) =>
            void navigate({ to: '/ship/$group', params: { group }, search: { sort: order } })
          }
          onSelect={session.hasScope('freight.write') ? (quote) => createDraft.mutateAsync(quote) : undefined}
        />
        {withoutRate.length > 0 && (
          <Section title="Carriers without a rate">
            <CarrierResults results={withoutRate} />
          </Section>
        )}
      </Stack>
    </>
  );
}

function describeLane({ origin, destination, dimensions, freight_class }: Quote): string {
  return `${formatPlace(origin)} to ${formatPlace(destination)}, ${formatNumber(dimensions.weight)} lb, class ${freight_class}`;
}

function buildDraft({ id, items }: Quote, request: QuoteRequest | undefined): Schemas['CreateFreight'] {
  const description = items[0]?.description;
  return {
    quote_id: id,
    ship_from: buildParty(request?.origin),
    ship_to: buildParty(request?.destination),
    ...(description && { freight: { description } }),
  };
}

/** References a saved address, so that the service fills in its contact and hours. */
function buildParty(place: QuotePlace | undefined): Schemas['FreightParty'] | undefined {
  if (!place) return undefined;
  return place.address_id === undefined
    ? { company: place.company || null }
    : { address_id: place.address_id };
}
