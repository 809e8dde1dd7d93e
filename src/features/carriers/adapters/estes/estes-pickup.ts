import { toObject, toText, type Json } from '../../../../platform/http-client/json.js';
import type { TenderRequest } from '../../carrier-requests.js';
import { countHandlingUnits, toPhoneDigits, ceilPounds, toZip5 } from '../adapter-helpers.js';
import type { EstesSettings } from './estes.settings.js';

/** Builds a pickup request. The date on a bill of lading alone does not request a pickup. */
export function buildPickupRequest(
  request: TenderRequest,
  proNumber: string,
  settings: EstesSettings,
): object {
  const { shipper, consignee, items, terms, pickupDate, reference, accessorials } = request;
  const { readyTime, closeTime, contact, phone, instructions } = request.pickup!;
  const pounds = items.reduce((sum, { weight }) => sum + ceilPounds(weight), 0);
  return {
    requestAction: 'CREATE',
    paymentTerms: terms === 'collect' ? 'Collect' : 'Prepaid',
    pickupDate,
    pickupStartTime: readyTime,
    pickupEndTime: closeTime,
    shipper: {
      account: settings.account,
      name: shipper.company,
      contact: {
        name: contact || shipper.contact || shipper.company,
        phone: toPhoneDigits(phone || shipper.phone),
      },
      address: {
        address1: shipper.address,
        city: shipper.city,
        stateProvince: shipper.state,
        postalCode: toZip5(shipper.zip),
        country: 'US',
      },
    },
    totals: { handlingUnits: countHandlingUnits(items), weight: pounds, weightUnit: 'Pounds' },
    referenceNumbers: [
      { type: 'PRO', value: proNumber },
      { type: 'BOL', value: reference },
    ],
    commodities: [
      {
        destination: {
          city: consignee.city,
          stateProvince: consignee.state,
          postalCode: toZip5(consignee.zip),
        },
        pieces: countHandlingUnits(items),
        weight: pounds,
        isHazardous: accessorials.includes('hazmat'),
      },
    ],
    instructions: instructions ?? '',
  };
}

/** Returns Estes' pickup number; null if there is none. */
export function parsePickupNumber(answer: Json): string | null {
  return toText(toObject(answer.data).requestNumber) || null;
}
