import { dayIn, timeZoneOf } from '../../../domain/time-zones.js';
import type { Freight } from './freight.entity.js';
import type { MoveValues } from './move-values.js';

/** What delivering changes. @param at by the carrier's clock, null when it doesn't say */
export function delivered({ shipTo }: Pick<Freight, 'shipTo'>, at: Date | null): MoveValues {
  return { deliveredAt: at, deliveredOn: at && dayIn(timeZoneOf(shipTo.zip), at) };
}
