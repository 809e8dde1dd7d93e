import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../session/data';
import { Badge } from '../../ui/Badge';
import { PagedTable } from '../../ui/DataTable';
import { ChoiceFilter, Filters, queryOf, TextFilter, useFilters } from '../../ui/filters';
import { moment, words } from '../../ui/format';
import { Empty, Facts, Json, Section, Stack } from '../../ui/parts';
import { Side } from '../../ui/Side';

type Call = Schemas['CarrierCall'];

const OUTCOMES = (['answered', 'refused', 'failed'] satisfies Call['outcome'][]).map((value) => ({
  value,
  label: words(value),
}));

/** What carriers were asked and what they said, without credentials. */
export default function Calls() {
  const { filters } = useFilters();
  const [shown, setShown] = useState<Call>();
  const list = useRead(['carrier-calls', filters], (lading) => lading.carrierCalls.list(queryOf(filters)), {
    keep: true,
  });
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
            show: (call) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setShown(call)}>
                {words(call.operation)}
              </Button>
            ),
          },
          { label: 'Carrier', show: ({ carrier }) => carrier },
          { label: 'Outcome', show: ({ outcome }) => <Badge of={outcome} /> },
          { label: 'Answer', show: ({ response_status, error }) => response_status ?? error },
          { label: 'Took, ms', right: true, show: ({ duration_ms }) => duration_ms.toLocaleString('en-US') },
          { label: 'At', show: ({ created_at }) => moment(created_at) },
        ]}
        empty={
          <Empty title="No calls yet">
            Every call to a connected carrier is kept here for a while, without its credentials. Simulated
            carriers are not called.
          </Empty>
        }
      />
      <Side title="Call" isOpen={shown !== undefined} close={() => setShown(undefined)} size="xl">
        {shown && (
          <Stack>
            <Facts
              of={[
                ['Carrier', shown.carrier],
                ['Address', `${shown.method} ${shown.url}`],
                ['Answer', shown.response_status],
                ['Fault', shown.error],
                ['Took', `${shown.duration_ms} ms`],
              ]}
            />
            <Section title="Asked">
              <Json value={shown.request} />
            </Section>
            <Section title="Answered">
              <Json value={shown.response_body} />
            </Section>
          </Stack>
        )}
      </Side>
    </>
  );
}
