import { LadingError } from '@lading/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { useApiQuery } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { formatDate, formatMoney, EMPTY_VALUE, humanize } from '../../../ui/format';
import { ErrorNote } from '../../../ui/ErrorNote';
import {
  TwoColumns,
  EmptyState,
  DescriptionList,
  PageHeader,
  Section,
  Stack,
  LoadingSkeleton,
} from '../../../ui/layout';
import { ShipmentActions } from '../components/ShipmentActions';
import { ShipmentCharges } from '../components/ShipmentCharges';
import { ShipmentDocuments } from '../components/ShipmentDocuments';
import { DraftForm } from '../components/DraftForm';
import { ShipmentParties } from '../components/ShipmentParties';
import { PickupForm } from '../components/PickupForm';
import { ShareShipment } from '../components/ShareShipment';
import { SimulateEvents } from '../components/SimulateEvents';
import { ShipmentStatus } from './ShipmentsPage';
import { ShipmentEvents, Timeline } from '../components/Timeline';
import { HandlingUnits } from '../components/HandlingUnits';
import { QuoteWarnings } from '../../quotes/components/QuoteWarnings';

export default function ShipmentDetail() {
  const id = Number(useParams({ strict: false }).id);
  const { mode } = useSession();
  const freight = useApiQuery(['freight', id], (lading) => lading.freight.get(id), {
    refetchIntervalMs: 15_000,
  });
  if (freight.error instanceof LadingError && freight.error.status === 404)
    return (
      <EmptyState title="No such shipment here" action={<Link to="/shipments">Shipments</Link>}>
        There is none with this number in {mode} mode; it may be of the other.
      </EmptyState>
    );
  if (freight.error) return <ErrorNote error={freight.error} />;
  if (!freight.data) return <LoadingSkeleton />;
  const { data } = freight;
  return (
    <>
      <PageHeader title={data.bol_number} beside={<ShipmentStatus shipment={data} />}>
        <ShipmentActions shipment={data} />
      </PageHeader>
      <Stack>
        {data.status_reason && <ErrorNote error={new Error(data.status_reason)} />}
        <QuoteWarnings warnings={data.warnings} />
        {data.status === 'draft' && <DraftForm key={data.updated_at} shipment={data} />}
        <TwoColumns>
          <Stack>
            <Timeline shipment={data} />
            <ShipmentParties shipment={data} />
            <HandlingUnits shipment={data} />
            <ShipmentCharges shipment={data} />
            <ShipmentDocuments shipment={data} />
          </Stack>
          <Stack>
            <Section title="Shipment">
              <DescriptionList
                items={[
                  ['Carrier', `${data.carrier_name} (${data.carrier.scac})`],
                  ['Service', data.service_level],
                  ['PRO', data.pro_number],
                  ['BOL', data.bol_number],
                  ['Ship date', formatDate(data.ship_date)],
                  ['Expected', formatDate(data.estimated_delivery_date)],
                  ['Charge', formatMoney(data.total_charge_cents)],
                  ['Terms', humanize(data.bill_to?.type)],
                  ...data.references.map(({ name, value }): [string, string] => [name, value]),
                  ['Orders', data.orders.map(({ number }) => number).join(', ')],
                  ['Instructions', data.special_instructions],
                  [
                    'Tender',
                    data.tender ? `${humanize(data.tender.state)}, ${data.tender.email}` : EMPTY_VALUE,
                  ],
                ]}
              />
            </Section>
            <PickupForm shipment={data} />
            <ShareShipment shipment={data} />
            {mode === 'test' && <SimulateEvents shipment={data} />}
            <ShipmentEvents shipment={data} />
          </Stack>
        </TwoColumns>
      </Stack>
    </>
  );
}
