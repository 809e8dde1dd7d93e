import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { toChoices } from '../../../ui/choices';
import { ChoiceFilter, FilterBar, useFilters } from '../../../ui/filters';
import { Dimmed, EmptyState, Stack } from '../../../ui/layout';
import { ediQueries, formatSet } from '../api/edi';
import { DocumentTable } from '../components/DocumentTable';

const route = getRouteApi('/app/edi/unmatched');

const SETS = toChoices(['210', '214', '990'], formatSet);

/** The valid documents that Lading could not apply. */
export default function UnmatchedPage() {
  const filters = useFilters(route.useSearch());
  const list = useQuery(ediQueries.documents(useSession(), { ...filters.values, status: 'unmatched' }));
  return (
    <Stack>
      <Dimmed>
        These documents match no shipment, or their shipment cannot accept them yet. For 30 days, Lading
        retries them when the shipment is created or changes. To retry now, open the file and replay it.
      </Dimmed>
      <div>
        <FilterBar>
          <ChoiceFilter filters={filters} name="set" label="Document" choices={SETS} />
        </FilterBar>
        <DocumentTable
          label="Unmatched documents"
          list={list}
          filters={filters}
          showFile
          empty={
            <EmptyState title="No unmatched documents">Every document was applied or rejected.</EmptyState>
          }
        />
      </div>
    </Stack>
  );
}
