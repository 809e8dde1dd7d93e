import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../../../session/api-hooks';
import { StatusBadge } from '../../../ui/StatusBadge';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, Filters, toListQuery, TextFilter, useFilters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import { EmptyState, DescriptionList, JsonBlock, Section, Stack } from '../../../ui/layout';
import { SidePanel } from '../../../ui/SidePanel';

type Call = Schemas['CarrierCall'];

const OUTCOMES = (['answered', 'refused', 'failed'] satisfies Call['outcome'][]).map((value) => ({
  value,
  label: humanize(value),
}));

/** What carriers were asked and what they said, without credentials. */
export default function CarrierCalls() {
  const { filters } = useFilters();
  const [shown, setShown] = useState<Call>();
  const list = useApiQuery(
    ['carrier-calls', filters],
    (lading) => lading.carrierCalls.list(toListQuery(filters)),
    {
      keepPrevious: true,
    },
  );
  return (
    <>
      <Filters>
        <TextFilter name="carrier" label="Carrier (SCAC)" />
        <ChoiceFilter name="outcome" label="Outcome" choices={OUTCOMES} />
      </Filters>
      <PagedTable<Call>
        label="Calls"
        list={list}
        columns={[
          {
            label: 'What',
            render: (call) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setShown(call)}>
                {humanize(call.operation)}
              </Button>
            ),
          },
          { label: 'Carrier', render: ({ carrier }) => carrier },
          { label: 'Outcome', render: ({ outcome }) => <StatusBadge status={outcome} /> },
          { label: 'Answer', render: ({ response_status, error }) => response_status ?? error },
          {
            label: 'Took, ms',
            alignRight: true,
            render: ({ duration_ms }) => duration_ms.toLocaleString('en-US'),
          },
          { label: 'At', render: ({ created_at }) => formatDateTime(created_at) },
        ]}
        empty={
          <EmptyState title="No calls yet">
            Every call to a connected carrier is kept here for a while, without its credentials. Simulated
            carriers are not called.
          </EmptyState>
        }
      />
      <SidePanel title="Call" isOpen={shown !== undefined} close={() => setShown(undefined)} size="xl">
        {shown && (
          <Stack>
            <DescriptionList
              items={[
                ['Carrier', shown.carrier],
                ['Address', `${shown.method} ${shown.url}`],
                ['Answer', shown.response_status],
                ['Fault', shown.error],
                ['Took', `${shown.duration_ms} ms`],
              ]}
            />
            <Section title="Asked">
              <JsonBlock value={shown.request} />
            </Section>
            <Section title="Answered">
              <JsonBlock value={shown.response_body} />
            </Section>
          </Stack>
        )}
      </SidePanel>
    </>
  );
}
