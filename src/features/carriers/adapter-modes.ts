import type { Mode } from '../../platform/tenancy/tenant.js';
import type { CarrierAdapter } from './carrier-adapter.js';

/** Where an adapter may be connected: test mode moves nothing, and its made-up carriers move nothing in live mode. */
export function listAdapterModes({ name, callsOut = true }: CarrierAdapter): Mode[] {
  if (name === 'simulated') return ['test'];
  return callsOut ? ['live'] : ['test', 'live'];
}
