import type { Freight } from './freight.entity.js';
import type { FreightChanges } from './freight.repository.js';

/** What a transition may set beside the status. */
export type TransitionValues = Partial<
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
  Pick<FreightChanges, 'pickup'>;
