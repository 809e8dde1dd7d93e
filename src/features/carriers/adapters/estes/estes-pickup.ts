import { object, text, type Json } from '../../../../platform/http-client/json.js';
import type { TenderRequest } from '../../carrier-requests.js';
import { handlingUnits, phoneDigits, wholePounds, zip5 } from '../translate.js';
import type { EstesSettings } from './estes.settings.js';

/** A pickup of what a bill of lading has booked: the day on it asks nobody to come. */
export function pickupRequest(request: TenderRequest, proNumber: string, settings: EstesSettings): object {
  const { shipper, consignee, items, terms, pickupDate, reference, accessorials } = request;
  const { readyTime, closeTime, contact, phone, instructions } = request.pickup!;
  const pounds = items.reduce((sum, { weight }) => sum + wholePounds(weight), 0);
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
        phone: phoneDigits(phone || shipper.phone),
      },
      address: {
        address1: shipper.address,
        city: shipper.city,
        stateProvince: shipper.state,
        postalCode: zip5(shipper.zip),
        country: 'US',
      },
    },
    totals: { handlingUnits: handlingUnits(items), weight: pounds, weightUnit: 'Pounds' },
    referenceNumbers: [
      { type: 'PRO', value: proNumber },
      { type: 'BOL', value: reference },
    ],
    commodities: [
      {
        destination: {
          city: consignee.city,
          stateProvince: consignee.state,
          postalCode: zip5(consignee.zip),
        },
        pieces: handlingUnits(items),
        weight: pounds,
        isHazardous: accessorials.includes('hazmat'),
      },
    ],
    instructions: instructions ?? '',
  };
}

/** Estes' number of the pickup; null where it gives none. */
export function pickupNumber(answer: Json): string | null {
  return text(object(answer.data).requestNumber) || null;
}
