import { carrierSeconds } from '../../platform/metrics.js';
import { Resting } from '../../platform/http-client/circuit-breaker.js';
import { traced } from '../../platform/tracing/traces.js';
import { CarrierDeclined } from './carrier-adapter.js';

/** Measures what a carrier was asked, by how it ended, answered, declined, resting or failed; and traces it. */
export async function metered<T>(
  asked: { carrier: string; operation: string },
  call: () => Promise<T>,
): Promise<T> {
  const stop = carrierSeconds.startTimer(asked);
  const facts = { 'lading.carrier': asked.carrier, 'lading.operation': asked.operation };
  return traced(`carrier ${asked.operation}`, { facts }, async (span) => {
    const end = (outcome: string): void => {
      stop({ outcome });
      span.tell({ 'lading.outcome': outcome });
    };
    try {
      const answer = await call();
      end('answered');
      return answer;
    } catch (error) {
      if (error instanceof CarrierDeclined) end('declined');
      else end(error instanceof Resting ? 'resting' : 'failed');
      throw error;
    }
  });
}
