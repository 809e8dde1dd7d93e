import { Dimmed } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';

export interface CarrierResult {
  carrier: string;
  status: string;
  reason: string | null;
}

/** Lists why carriers returned no rate. */
export function CarrierResults({ results }: { results: CarrierResult[] }) {
  return results.map(({ carrier, status, reason }) => (
    <Dimmed key={carrier}>
      {carrier} <StatusBadge status={status} /> {reason}
    </Dimmed>
  ));
}
