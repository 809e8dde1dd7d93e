import type { Freight } from './freight.entity.js';
import type { Noted } from './freight.repository.js';

/** What a transition may set beside the status. */
export type MoveValues = Partial<
  Pick<
    Freight,
    | 'proNumber'
    | 'shipDate'
    | 'pickupDate'
    | 'pickupTimes'
    | 'pickupEndsAt'
    | 'pickupConfirmation'
    | 'estimatedDeliveryDate'
    | 'warnings'
    | 'deliveredAt'
    | 'deliveredOn'
    | 'statusReason'
    | 'commandKey'
  >
> &
  Pick<Noted, 'pickup'>;
