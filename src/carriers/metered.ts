import { carrierSeconds } from '../meters.js';
import { Resting } from '../outbound/circuit-breaker.js';
import { CarrierDeclined } from './carrier-adapter.js';

/** Measures what a carrier was asked, by how it ended: answered, declined, resting or failed. */
export async function metered<T>(
  asked: { carrier: string; operation: string },
  call: () => Promise<T>,
): Promise<T> {
  const stop = carrierSeconds.startTimer(asked);
  try {
    const answer = await call();
    stop({ outcome: 'answered' });
    return answer;
  } catch (error) {
    if (error instanceof CarrierDeclined) stop({ outcome: 'declined' });
    else stop({ outcome: error instanceof Resting ? 'resting' : 'failed' });
    throw error;
  }
}
