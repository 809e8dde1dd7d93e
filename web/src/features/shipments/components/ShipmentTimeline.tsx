import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { ErrorNote } from '../../../ui/ErrorNote';
import { LoadingSkeleton, Section } from '../../../ui/layout';
import { trackingQueries } from '../../tracking/api/tracking';
import { ScanList } from '../../tracking/components/ScanList';
import { RecordScan } from './RecordScan';

export function ShipmentTimeline({ shipment }: { shipment: Schemas['Freight'] }) {
  const tracking = useQuery(trackingQueries.forShipment(useSession(), shipment.id));
  return (
    <Section title="Timeline" actions={<RecordScan shipment={shipment} />}>
      <ErrorNote error={tracking.error} />
      {tracking.isPending && <LoadingSkeleton lines={3} />}
      {tracking.data && <ScanList tracking={tracking.data} />}
    </Section>
  );
}
