import { carrierSeconds } from '../../platform/metrics.js';
import { CircuitOpenError } from '../../platform/http-client/circuit-breaker.js';
import { withSpan } from '../../platform/tracing/spans.js';
import { CarrierDeclined } from './carrier-adapter.js';

/** Measures what a carrier was asked, by how it ended, answered, declined, resting or failed; and traces it. */
export async function recordCarrierCall<T>(
  asked: { carrier: string; operation: string },
  call: () => Promise<T>,
): Promise<T> {
  const stop = carrierSeconds.startTimer(asked);
  const facts = { 'lading.carrier': asked.carrier, 'lading.operation': asked.operation };
  return withSpan(`carrier ${asked.operation}`, { attributes: facts }, async (span) => {
    const end = (outcome: string): void => {
      stop({ outcome });
      span.setAttributes({ 'lading.outcome': outcome });
    };
    try {
      const answer = await call();
      end('answered');
      return answer;
    } catch (error) {
      if (error instanceof CarrierDeclined) end('declined');
      else end(error instanceof CircuitOpenError ? 'resting' : 'failed');
      throw error;
    }
  });
}
