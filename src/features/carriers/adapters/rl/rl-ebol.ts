import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toText, type Json } from '../../../../platform/http-client/json.js';
import { CarrierDeclined, type RawTender } from '../../carrier-adapter.js';
import type { CarrierRefusal } from '../../carrier-answers.js';
import type { TenderRequest } from '../../carrier-requests.js';
import { buildEbol, findEbolRefusal, parseEbolTender } from '../ebol/ebol-booking.js';
import { buildPickupInformation, parseRlTender } from './rl-booking.js';
import { findRlRefusal } from './rl-rates.js';
import type { RlSettings } from './rl.settings.js';

// Source: technology.rlcarriers.com, Bill of Lading, DigitalCouncilBOL. It does not describe the answer.

const VERSION = '2.1.0';

/**
 * Builds NMFTA's eBOL with R+L's pickup, which R+L requires.
 * @throws CarrierDeclined without pickup hours, or if a third party's address is incomplete
 */
export function buildRlEbol(request: TenderRequest, settings: RlSettings): object {
  const { pickup, pickupDate, accessorials } = request;
  if (!pickup)
    throw new CarrierDeclined("R+L's eBOL needs pickup hours. Send pickup.ready_time and close_time.");
  const { bol_version: version = VERSION, test_bookings: isTest = false } = settings;
  const attributes = [
    ...(accessorials.includes('protect_from_cold') ? ['Freezable'] : []),
    ...(accessorials.includes('hazmat') ? ['Hazmat'] : []),
  ];
  return {
    ...buildEbol(request, { version, isTest, account: null, dialect: 'rl' }),
    PickupInformation: {
      ...buildPickupInformation(pickup, pickupDate),
      ...(attributes.length > 0 && { LoadAttributes: attributes }),
    },
  };
}

/** R+L's own errors have better words than those of the standard. */
export function findRlEbolRefusal(answer: HttpAnswer): CarrierRefusal | null {
  const own = findRlRefusal(answer);
  return own?.message ? own : findEbolRefusal(answer);
}

/** Reads R+L's own answer or that of the standard. @throws CarrierFault */
export function parseRlEbolTender(answer: Json): RawTender {
  const pickupConfirmation = toText(answer.PickupRequestNumber) || null;
  return toText(answer.ProNumber)
    ? parseRlTender(answer)
    : { ...parseEbolTender(answer), pickupConfirmation };
}
