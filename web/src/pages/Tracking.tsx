import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../session/data';
import { useSession } from '../session/session';
import { Badge } from '../ui/Badge';
import { TRACKING_STATUSES } from '../ui/choices';
import { ConfirmButton } from '../ui/Confirm';
import { PagedTable } from '../ui/DataTable';
import { ErrorNote } from '../ui/ErrorNote';
import { ChoiceFilter, Filters, queryOf, TextFilter, useFilters } from '../ui/filters';
import { day, moment } from '../ui/format';
import { Empty, Facts, PageHead, Stack } from '../ui/parts';
import { RecordForm } from '../ui/RecordForm';
import { Side } from '../ui/Side';
import styles from '../ui/ui.module.css';
import { Scans } from './shipments/Timeline';

type Tracked = Schemas['TrackedShipment'];

/** Numbers of any carrier, booked here or not. */
export default function Tracking() {
  const { may } = useSession();
  const { filters } = useFilters();
  const [shown, setShown] = useState<string>();
  const list = useRead(['tracking', filters], (lading) => lading.tracking.list(queryOf(filters)), {
    keep: true,
    every: 30_000,
  });
  const start = useWrite((lading, body: Schemas['StartTracking']) => lading.tracking.create(body), {
    after: ({ tracking_number }) => setShown(tracking_number),
  });
  const one = list.data?.data.find(({ tracking_number }) => tracking_number === shown);
  const add = may('tracking.write') && <Button onClick={() => setShown('')}>Track a number</Button>;
  return (
    <>
      <PageHead title="Tracking">{add}</PageHead>
      <Filters>
        <ChoiceFilter name="status" label="Status" choices={TRACKING_STATUSES} />
        <TextFilter name="carrier" label="Carrier (SCAC)" />
      </Filters>
      <PagedTable
        label="Tracked numbers"
        list={list}
        columns={[
          {
            label: 'Number',
            show: ({ tracking_number }) => (
              <Button variant="transparent" p={0} h="auto" onClick={() => setShown(tracking_number)}>
                {tracking_number}
              </Button>
            ),
          },
          {
            label: 'Status',
            show: ({ status, stale }) => (
              <span className={styles.actions}>
                <Badge of={status} />
                {stale && <Badge of="stale" text="Not fresh" />}
              </span>
            ),
          },
          { label: 'Carrier', show: ({ carrier_name }) => carrier_name },
          { label: 'Where', show: ({ location }) => location },
          { label: 'Expected', show: ({ estimated_delivery_date }) => day(estimated_delivery_date) },
          { label: 'Looked at', show: ({ last_checked_at }) => moment(last_checked_at) },
        ]}
        empty={
          <Empty title="Nothing is tracked yet" action={add}>
            What is booked here is tracked by itself. Any other PRO number, of whatever carrier, can be added.
          </Empty>
        }
      />
      <Side title={shown || 'Track a number'} isOpen={shown !== undefined} close={() => setShown(undefined)}>
        {one ? (
          <Followed of={one} close={() => setShown(undefined)} />
        ) : (
          <RecordForm
            fields={[
              { name: 'tracking_number', label: 'PRO number', required: true },
              { name: 'carrier', label: 'Carrier (SCAC)' },
            ]}
            label="Track"
            submit={(body) => start.mutateAsync(body)}
          />
        )}
      </Side>
    </>
  );
}

function Followed({ of, close }: { of: Tracked; close: () => void }) {
  const { may } = useSession();
  const refresh = useWrite((lading, number: string) => lading.tracking.refresh(number));
  const stop = useWrite((lading, number: string) => lading.tracking.delete(number), {
    done: 'It is tracked no longer.',
    after: close,
  });
  return (
    <Stack>
      <Facts
        of={[
          ['Status', <Badge key="s" of={of.status} />],
          ['Carrier', of.carrier_name],
          ['Where', of.location],
          ['Expected', day(of.estimated_delivery_date)],
          ['Delivered', moment(of.delivered_at)],
          [
            'Shipment',
            of.freight_id && (
              <Link key="f" to="/shipments/$id" params={{ id: String(of.freight_id) }}>
                {of.freight_id}
              </Link>
            ),
          ],
        ]}
      />
      {may('tracking.write') && (
        <div className={styles.actions}>
          <Button
            variant="default"
            loading={refresh.isPending}
            onClick={() => refresh.mutate(of.tracking_number)}
          >
            Ask the carrier now
          </Button>
          <ConfirmButton
            label="Stop tracking"
            title="Stop tracking this number?"
            danger
            act={() => stop.mutateAsync(of.tracking_number)}
          >
            What is known of it here is deleted.
          </ConfirmButton>
        </div>
      )}
      <ErrorNote error={refresh.error} />
      <Scans of={of} />
    </Stack>
  );
}
