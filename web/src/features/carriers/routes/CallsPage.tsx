import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { toChoices } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime, formatNumber, humanize } from '../../../ui/format';
import { DescriptionList, EmptyState, JsonBlock, Section, Stack } from '../../../ui/layout';
import { SidePanel } from '../../../ui/SidePanel';
import { StatusBadge } from '../../../ui/StatusBadge';
import { carrierCallQueries } from '../api/carriers';

type Call = Schemas['CarrierCall'];

const route = getRouteApi('/app/carriers/calls');

const OUTCOMES = toChoices<Call['outcome']>(['answered', 'refused', 'failed']);

/** The requests to carrier APIs and their responses, without credentials. */
export default function CallsPage() {
  const filters = useFilters(route.useSearch());
  const [openCall, setOpenCall] = useState<Call>();
  const list = useQuery(carrierCallQueries.list(useSession(), filters.values));
  return (
    <>
      <FilterBar>
        <TextFilter filters={filters} name="carrier" label="Carrier (SCAC)" />
        <ChoiceFilter filters={filters} name="outcome" label="Outcome" choices={OUTCOMES} />
      </FilterBar>
      <PagedTable
        label="Carrier calls"
        list={list}
        filters={filters}
        columns={[
          {
            label: 'Operation',
            render: (call) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setOpenCall(call)}>
                {humanize(call.operation)}
              </Button>
            ),
          },
          { label: 'Carrier', render: ({ carrier }) => carrier },
          { label: 'Outcome', render: ({ outcome }) => <StatusBadge status={outcome} /> },
          { label: 'Response', render: ({ response_status, error }) => response_status ?? error },
          {
            label: 'Duration (ms)',
            alignRight: true,
            render: ({ duration_ms }) => formatNumber(duration_ms),
          },
          { label: 'Time', render: ({ created_at }) => formatDateTime(created_at) },
        ]}
        empty={
          <EmptyState title="No carrier calls yet">
            Calls to connected carriers appear here, without credentials. Lading does not call simulated
            carriers.
          </EmptyState>
        }
      />
      <SidePanel
        title="Carrier call"
        isOpen={openCall !== undefined}
        close={() => setOpenCall(undefined)}
        size="xl"
      >
        {openCall && <CallDetail call={openCall} />}
      </SidePanel>
    </>
  );
}

function CallDetail({ call }: { call: Call }) {
  return (
    <Stack>
      <DescriptionList
        items={[
          ['Carrier', call.carrier],
          ['URL', `${call.method} ${call.url}`],
          ['Response', call.response_status],
          ['Error', call.error],
          ['Duration', `${call.duration_ms} ms`],
        ]}
      />
      <Section title="Request">
        <JsonBlock value={call.request} />
      </Section>
      <Section title="Response">
        <JsonBlock value={call.response_body} />
      </Section>
    </Stack>
  );
}
