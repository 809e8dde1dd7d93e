import { LadingError, type Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { ErrorNote } from '../../../ui/ErrorNote';
import { EMPTY_VALUE, formatDate, formatMoney, humanize } from '../../../ui/format';
import {
  DescriptionList,
  EmptyState,
  LoadingSkeleton,
  PageHeader,
  Section,
  Stack,
  TwoColumns,
} from '../../../ui/layout';
import { QuoteWarnings } from '../../quotes/components/QuoteWarnings';
import { shipmentQueries } from '../api/shipments';
import { DraftForm } from '../components/DraftForm';
import { HandlingUnits } from '../components/HandlingUnits';
import { PickupForm } from '../components/PickupForm';
import { ShareShipment } from '../components/ShareShipment';
import { ShipmentActions } from '../components/ShipmentActions';
import { ShipmentBooking, ShipmentStatusNote } from '../components/ShipmentBooking';
import { ShipmentCharges } from '../components/ShipmentCharges';
import { ShipmentDocuments } from '../components/ShipmentDocuments';
import { ShipmentEvents } from '../components/ShipmentEvents';
import { ShipmentParties } from '../components/ShipmentParties';
import { ShipmentStatus } from '../components/ShipmentStatus';
import { ShipmentTimeline } from '../components/ShipmentTimeline';
import { SimulateEvents } from '../components/SimulateEvents';

const route = getRouteApi('/app/shipments/$id');

export default function ShipmentPage() {
  const { id } = route.useParams();
  const session = useSession();
  const shipment = useQuery(shipmentQueries.detail(session, id));
  if (shipment.error instanceof LadingError && shipment.error.status === 404)
    return (
      <EmptyState title="Shipment not found" action={<Link to="/shipments">Shipments</Link>}>
        Shipment {id} does not exist in {session.mode} mode. To search the other mode, switch modes at the top
        of the page.
      </EmptyState>
    );
  if (shipment.error) return <ErrorNote error={shipment.error} />;
  if (!shipment.data) return <LoadingSkeleton />;
  const { data } = shipment;
  return (
    <>
      <PageHeader title={data.bol_number} beside={<ShipmentStatus shipment={data} />}>
        <ShipmentActions shipment={data} />
      </PageHeader>
      <Stack>
        <ShipmentStatusNote shipment={data} />
        <QuoteWarnings warnings={data.warnings} />
        {data.status === 'draft' && <DraftForm key={data.updated_at} shipment={data} />}
        <TwoColumns>
          <Stack>
            <ShipmentTimeline shipment={data} />
            <ShipmentParties shipment={data} />
            <HandlingUnits shipment={data} />
            <ShipmentCharges shipment={data} />
            <ShipmentDocuments shipment={data} />
          </Stack>
          <Stack>
            <ShipmentSummary shipment={data} />
            <ShipmentBooking shipment={data} />
            <PickupForm shipment={data} />
            <ShareShipment shipment={data} />
            {session.mode === 'test' && <SimulateEvents shipment={data} />}
            <ShipmentEvents shipment={data} />
          </Stack>
        </TwoColumns>
      </Stack>
    </>
  );
}

function ShipmentSummary({ shipment }: { shipment: Schemas['Freight'] }) {
  const { tender } = shipment;
  return (
    <Section title="Shipment">
      <DescriptionList
        items={[
          ['Carrier', `${shipment.carrier_name} (${shipment.carrier.scac})`],
          ['Service', shipment.service_level],
          ['PRO', shipment.pro_number],
          ['BOL', shipment.bol_number],
          ['Ship date', formatDate(shipment.ship_date)],
          ['Est. delivery', formatDate(shipment.estimated_delivery_date)],
          ['Total', formatMoney(shipment.total_charge_cents, shipment.currency)],
          ['Freight terms', humanize(shipment.bill_to?.type)],
          ...shipment.references.map(({ name, value }): [string, string] => [name, value]),
          ['Orders', shipment.orders.map(({ number }) => number).join(', ')],
          ['Instructions', shipment.special_instructions],
          ['Tender', tender ? `${humanize(tender.state)}, ${tender.email}` : EMPTY_VALUE],
        ]}
      />
    </Section>
  );
}
