import {
  isFinalStatus,
  JOURNEY,
  type JourneyStatus,
  type TrackingStatus,
} from '../../domain/tracking-status.js';

export interface TrackingProgress {
  status: TrackingStatus;
  /** The furthest status so far, exceptions excluded. */
  furthest: JourneyStatus;
  /** Time of the scan that set the status; null at the start. */
  since: Date | null;
}

interface ProgressScan {
  status: TrackingStatus;
  occurredAt: Date;
}

/**
 * Applies a scan. Scans arrive late and out of order, so earlier statuses and older exceptions change nothing. An exception
 * ends with a later scan of the furthest status or beyond.
 */
export function advanceProgress(
  progress: TrackingProgress,
  { status, occurredAt }: ProgressScan,
): TrackingProgress {
  if (isFinalStatus(progress.status)) return progress;
  const later = progress.since === null || occurredAt >= progress.since;
  if (status === 'cancelled') return { ...progress, status, since: occurredAt };
  if (status === 'exception') {
    return later && progress.status !== 'exception' ? { ...progress, status, since: occurredAt } : progress;
  }
  const [reached, scanned] = [JOURNEY.indexOf(progress.furthest), JOURNEY.indexOf(status)];
  if (scanned < reached || scanned === 0) return progress;
  const interrupted = progress.status === 'exception' && !later && status !== 'delivered';
  if (interrupted) return { ...progress, furthest: status };
  if (scanned === reached && progress.status === status) return progress;
  return { status, furthest: status, since: occurredAt };
}
