import type { Freight } from './freight.entity.js';

/** Returns the cents by which the tariffs of later pickup days changed the quoted price. */
export function sumRerates({ adjustments }: Pick<Freight, 'adjustments'>): number {
  return adjustments
    .filter(({ billId }) => billId === null)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}
