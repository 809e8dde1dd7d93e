import { humanize } from './format';
import styles from './ui.module.css';

type Tone = 'info' | 'good' | 'warn' | 'bad' | 'plain';

/** Statuses that are not listed are plain. */
const TONES: Record<string, Tone> = {
  created: 'info',
  booked: 'info',
  tendered: 'info',
  carrier_accepted: 'info',
  scheduled: 'info',
  picked_up: 'info',
  in_transit: 'info',
  out_for_delivery: 'info',
  open: 'info',
  active: 'info',
  confirmed: 'info',
  requested: 'info',
  sent: 'info',
  pending: 'info',
  received: 'info',
  ready: 'info',
  delivered: 'good',
  paid: 'good',
  matched: 'good',
  approved: 'good',
  resolved: 'good',
  accepted: 'good',
  done: 'good',
  succeeded: 'good',
  answered: 'good',
  rated: 'good',
  connected: 'good',
  processed: 'good',
  variance: 'warn',
  retrying: 'warn',
  changed: 'warn',
  expired: 'warn',
  timeout: 'warn',
  unsure: 'warn',
  aborted: 'warn',
  refused: 'warn',
  stale: 'warn',
  unmatched: 'warn',
  exception: 'bad',
  overdue: 'bad',
  disputed: 'bad',
  duplicate: 'bad',
  failed: 'bad',
  error: 'bad',
  missed: 'bad',
  declined: 'bad',
  disabled: 'bad',
  rejected: 'bad',
  quarantined: 'bad',
};

/** Shows a status in the color of its meaning. `text` replaces the status as the label. */
export function StatusBadge({ status, tone, text }: { status?: string | null; tone?: Tone; text?: string }) {
  if (!status && !text) return null;
  const color = tone ?? TONES[status ?? ''] ?? 'plain';
  return (
    <span className={`${styles.badge} ${color === 'plain' ? '' : styles[color]}`}>
      {text ?? humanize(status)}
    </span>
  );
}
