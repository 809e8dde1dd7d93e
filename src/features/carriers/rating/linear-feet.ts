import { getLongestSide } from '../../../domain/density.js';
import type { RateItem } from '../carrier-requests.js';

/** Absorbs floating-point noise in a comparison, so that twenty units take the same feet on one line as on twenty. */
export const ROUNDING_TOLERANCE = 1e-6;

/** Inner dimensions of a van trailer in inches. */
export const TRAILER_WIDTH = 96;
export const TRAILER_HEIGHT = 96;
/** Units up to this height in inches stack; taller ones only if `stackable`. */
const CARTON_HEIGHT = 24;

/** Returns the linear feet of trailer floor. Units stand abreast as far as the width allows and stack if they can. */
export function computeLinearFeet(items: readonly RateItem[]): number {
  return items.reduce((sum, item) => {
    const { quantity, length, width, height, stackable } = item;
    const abreast = Math.max(1, Math.floor(TRAILER_WIDTH / Math.min(length, width)));
    const stacks = stackable || height <= CARTON_HEIGHT;
    const layers = stacks ? Math.max(1, Math.floor(TRAILER_HEIGHT / height)) : 1;
    return sum + (quantity * getLongestSide(item)) / 12 / abreast / layers;
  }, 0);
}
