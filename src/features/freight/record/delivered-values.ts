import { timeZoneOf } from '../../../domain/time-zones.js';
import { toLocalDay } from '../../../domain/local-time.js';
import type { Freight } from './freight.entity.js';
import type { TransitionValues } from './transition-values.js';

/** What delivering changes. @param at by the carrier's clock, null when it doesn't say */
export function buildDeliveredValues({ shipTo }: Pick<Freight, 'shipTo'>, at: Date | null): TransitionValues {
  return { deliveredAt: at, deliveredOn: at && toLocalDay(timeZoneOf(shipTo.zip), at) };
}
