import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { toChoices } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { ChoiceFilter, FilterBar, TextFilter, type Filters } from '../../../ui/filters';
import { formatDateTime, humanize } from '../../../ui/format';
import { Dimmed, Section } from '../../../ui/layout';
import { SidePanel } from '../../../ui/SidePanel';
import { StatusBadge } from '../../../ui/StatusBadge';
import { webhookQueries } from '../api/webhooks';
import { DeliveryDetail } from './DeliveryDetail';

const STATUSES = toChoices<Schemas['WebhookDelivery']['status']>([
  'pending',
  'delivered',
  'retrying',
  'failed',
]);

interface Props {
  endpointId: number;
  filters: Filters<{ status?: string; event_id?: string; after?: string }>;
}

/** The deliveries to one webhook endpoint, with the attempts of each in a side panel. */
export function DeliveryList({ endpointId, filters }: Props) {
  const [openId, setOpenId] = useState<number>();
  const list = useQuery(webhookQueries.deliveries(useSession(), endpointId, filters.values));
  return (
    <Section title="Deliveries">
      <FilterBar>
        <ChoiceFilter filters={filters} name="status" label="Status" choices={STATUSES} />
        <TextFilter filters={filters} name="event_id" label="Event ID" />
      </FilterBar>
      <PagedTable
        bare
        label="Deliveries"
        list={list}
        filters={filters}
        columns={[
          {
            label: 'Event',
            render: ({ id, event_type }) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setOpenId(id)}>
                {event_type}
              </Button>
            ),
          },
          { label: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
          { label: 'Response', render: ({ response_status, error }) => response_status ?? humanize(error) },
          {
            label: 'Attempts',
            alignRight: true,
            render: ({ attempt_count, max_attempts }) => `${attempt_count} of ${max_attempts}`,
          },
          { label: 'Created', render: ({ created_at }) => formatDateTime(created_at) },
          {
            label: 'Next attempt',
            render: ({ next_attempt_at }) => next_attempt_at && formatDateTime(next_attempt_at),
          },
        ]}
        empty={<Dimmed>No deliveries yet. Select “Send test event” to send one.</Dimmed>}
      />
      <SidePanel title="Delivery" isOpen={openId !== undefined} close={() => setOpenId(undefined)} size="xl">
        {openId !== undefined && <DeliveryDetail endpointId={endpointId} id={openId} />}
      </SidePanel>
    </Section>
  );
}
