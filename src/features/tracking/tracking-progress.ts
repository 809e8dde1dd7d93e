import {
  isFinalStatus,
  JOURNEY,
  type JourneyStatus,
  type TrackingStatus,
} from '../../domain/tracking-status.js';

/** Where a tracked number stands. */
export interface TrackingProgress {
  status: TrackingStatus;
  /** How far along its way it has been, exceptions aside. */
  furthest: JourneyStatus;
  /** When it came to its status; null at the start. */
  since: Date | null;
}

interface ProgressScan {
  status: TrackingStatus;
  occurredAt: Date;
}

/**
 * What one more scan makes of the progress. Scans come late and out of order, so the status never moves back:
 * an earlier leg of the way changes nothing, and an older exception neither. After an exception the way goes on
 * with a later scan of the furthest leg or one beyond it.
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
