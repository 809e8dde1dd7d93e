import type { Schemas } from '@lading/sdk';
import { formatFreightStatus } from '../../../ui/choices';
import { StatusBadge } from '../../../ui/StatusBadge';

/** Shows one badge: a pickup or tracking problem replaces the status of the shipment. */
export function ShipmentStatus({ shipment }: { shipment: Schemas['Freight'] }) {
  const { status, tracking_status, pickup } = shipment;
  if (status === 'in_transit' && tracking_status) return <StatusBadge status={tracking_status} />;
  if (pickup.status === 'missed') return <StatusBadge status="missed" text="Pickup missed" />;
  if (pickup.status === 'cancelled' && status !== 'voided')
    return <StatusBadge tone="warn" text="Pickup canceled" />;
  return <StatusBadge status={status} text={formatFreightStatus(status)} />;
}
