import type { Schemas } from '@lading/sdk';
import { formatDate, formatDateTime } from '../../../ui/format';
import { Dimmed } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import styles from './tracking.module.css';

type TrackingSummary = Pick<Schemas['Tracking'], 'events' | 'estimated_delivery_date' | 'delivered_at'>;

/** Lists the carrier's scans, newest first. */
export function ScanList({ tracking }: { tracking: TrackingSummary }) {
  if (tracking.events.length === 0) return <Dimmed>No tracking updates yet.</Dimmed>;
  const newestFirst = tracking.events
    .toReversed()
    .toSorted((a, b) => b.occurred_at.localeCompare(a.occurred_at));
  return (
    <>
      {tracking.estimated_delivery_date && !tracking.delivered_at && (
        <Dimmed>Est. delivery {formatDate(tracking.estimated_delivery_date)}</Dimmed>
      )}
      <ol className={styles.timeline}>
        {newestFirst.map(({ occurred_at, status, description, location, signed_by }, index) => (
          <li key={index}>
            <StatusBadge status={status} /> <time dateTime={occurred_at}>{formatDateTime(occurred_at)}</time>
            <div>
              {[description, location, signed_by && `Signed by ${signed_by}`].filter(Boolean).join(' · ')}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
