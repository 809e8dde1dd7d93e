import { LadingError } from '@lading/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../../session/data';
import { useSession } from '../../session/session';
import { day, money, NONE, words } from '../../ui/format';
import { ErrorNote } from '../../ui/ErrorNote';
import { Columns, Empty, Facts, PageHead, Section, Stack, Waiting } from '../../ui/parts';
import { Actions } from './Actions';
import { Charges } from './Charges';
import { Documents } from './Documents';
import { Draft } from './Draft';
import { Parties } from './Parties';
import { Pickup } from './Pickup';
import { Share } from './Share';
import { Simulate } from './Simulate';
import { Statuses } from './Shipments';
import { EventsOf, Timeline } from './Timeline';
import { Units } from './Units';
import { Warnings } from './Warnings';

export default function Shipment() {
  const id = Number(useParams({ strict: false }).id);
  const { mode } = useSession();
  const freight = useRead(['freight', id], (lading) => lading.freight.get(id), { every: 15_000 });
  if (freight.error instanceof LadingError && freight.error.status === 404)
    return (
      <Empty title="No such shipment here" action={<Link to="/shipments">Shipments</Link>}>
        There is none with this number in {mode} mode; it may be of the other.
      </Empty>
    );
  if (freight.error) return <ErrorNote error={freight.error} />;
  if (!freight.data) return <Waiting />;
  const { data } = freight;
  return (
    <>
      <PageHead title={data.bol_number} beside={<Statuses of={data} />}>
        <Actions of={data} />
      </PageHead>
      <Stack>
        {data.status_reason && <ErrorNote error={new Error(data.status_reason)} />}
        <Warnings of={data.warnings} />
        {data.status === 'draft' && <Draft key={data.updated_at} of={data} />}
        <Columns>
          <Stack>
            <Timeline of={data} />
            <Parties of={data} />
            <Units of={data} />
            <Charges of={data} />
            <Documents of={data} />
          </Stack>
          <Stack>
            <Section title="Shipment">
              <Facts
                of={[
                  ['Carrier', `${data.carrier_name} (${data.carrier.scac})`],
                  ['Service', data.service_level],
                  ['PRO', data.pro_number],
                  ['BOL', data.bol_number],
                  ['Ship date', day(data.ship_date)],
                  ['Expected', day(data.estimated_delivery_date)],
                  ['Charge', money(data.total_charge_cents)],
                  ['Terms', words(data.bill_to?.type)],
                  ...data.references.map(({ name, value }): [string, string] => [name, value]),
                  ['Orders', data.orders.map(({ number }) => number).join(', ')],
                  ['Instructions', data.special_instructions],
                  ['Tender', data.tender ? `${words(data.tender.state)}, ${data.tender.email}` : NONE],
                ]}
              />
            </Section>
            <Pickup of={data} />
            <Share of={data} />
            {mode === 'test' && <Simulate of={data} />}
            <EventsOf of={data} />
          </Stack>
        </Columns>
      </Stack>
    </>
  );
}
