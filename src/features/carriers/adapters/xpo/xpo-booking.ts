import {
  hasUnassignedHazmat,
  toPhoneDigits,
  throwUnreadable,
  parseOptionalInteger,
  toZip5,
} from '../adapter-helpers.js';
import { toObject, toText, type Json } from '../../../../platform/http-client/json.js';
import type { RawTender } from '../../carrier-adapter.js';
import type { Party, PickupWindow, TenderRequest } from '../../carrier-requests.js';
import {
  formatDescription,
  formatEmergencyContact,
  joinSentences,
  resolvePayer,
} from '../booking-helpers.js';
import { formatWithOffset, roundToQuarterHour } from '../carrier-local-time.js';
import {
  toCountryCode,
  toAccessorialCodes,
  buildGrossWeight,
  buildLength,
  buildNmfc,
  toPackageCode,
} from './xpo-rates.js';
import type { XpoSettings } from './xpo.settings.js';

export function buildBillOfLading(request: TenderRequest, settings: XpoSettings): object {
  const { items, accessorials, terms, declaredValueCents, pickup, references, specialInstructions } = request;
  const chargeToCd = terms === 'collect' ? 'C' : 'P';
  const dangerous = hasUnassignedHazmat(items, accessorials);
  return {
    bol: {
      requester: { role: 'S' },
      shipper: buildParty(request.shipper),
      consignee: buildParty(request.consignee),
      ...(terms === 'third_party' && { billToCust: buildParty(resolvePayer(request)) }),
      commodityLine: items.map((item) => ({
        pieceCnt: item.quantity,
        packaging: { packageCd: toPackageCode(item.handling_unit_type) },
        grossWeight: buildGrossWeight(item),
        desc: formatDescription(item, request),
        nmfcClass: item.freight_class,
        ...buildNmfc(item),
        hazmatInd: item.hazmat !== undefined || dangerous,
      })),
      chargeToCd,
      additionalService: toAccessorialCodes(accessorials, settings).map((accsrlCode) => ({
        accsrlCode,
        prepaidOrCollect: chargeToCd,
        ...buildLength(accsrlCode, items),
      })),
      suppRef: {
        otherRefs: [
          buildReference('RQ#', request.carrierQuoteNumber),
          buildReference(settings.bol_reference_code ?? 'BL#', request.reference),
        ],
      },
      ...(pickup && { pickupInfo: buildPickupInfo(pickup, request) }),
      remarks: joinSentences(
        specialInstructions,
        pickup?.instructions ?? null,
        formatEmergencyContact(request),
        references.map(({ name, value }) => `${name} ${value}.`).join(' '),
      ),
      ...(declaredValueCents !== null && {
        declaredValueAmt: { amt: Number((declaredValueCents / 100).toFixed(2)), currencyCd: 'USD' },
      }),
    },
    autoAssignPro: true,
  };
}

function buildReference(referenceCode: string, number: string): object {
  return { referenceCode, reference: number, referenceTypeCd: 'Other' };
}

function buildParty(party: Party): object {
  const { company, address, city, state, zip } = party;
  return {
    address: {
      name: company,
      addressLine1: address,
      cityName: city,
      stateCd: state,
      countryCd: toCountryCode(party),
      postalCd: toZip5(zip),
    },
    contactInfo: buildContactInfo(party),
  };
}

function buildContactInfo({ company, contact, email, phone }: Party): object {
  return {
    companyName: company,
    fullName: contact || company,
    ...(email && { email: { emailAddr: email } }),
    phone: { phoneNbr: toPhoneDigits(phone).replace(/^(\d{3})(\d{7})$/, '$1-$2') },
  };
}

/** XPO accepts quarter hours: the ready time is rounded up, the close time down. */
function buildPickupInfo(
  { readyTime, closeTime, contact, phone }: PickupWindow,
  request: TenderRequest,
): object {
  const { shipper, pickupDate } = request;
  const format = (time: string) => formatWithOffset(`${pickupDate}T${time}:00`, shipper.zip);
  return {
    pkupDate: format('12:00'),
    pkupTime: format(roundToQuarterHour(readyTime, Math.ceil)),
    dockCloseTime: format(roundToQuarterHour(closeTime, Math.floor)),
    contact: buildContactInfo({
      ...shipper,
      contact: contact || shipper.contact,
      phone: phone || shipper.phone,
    }),
  };
}

export function parseXpoTender(answer: Json): RawTender {
  const { proNbr, pkupConfNbr, bolInstId } = toObject(toObject(answer.data).bolInfo);
  return {
    proNumber: toText(proNbr) || throwUnreadable('PRO number'),
    pickupConfirmation: toText(pkupConfNbr) || null,
    bookingId: toText(bolInstId) || (parseOptionalInteger(bolInstId) === null ? null : String(bolInstId)),
  };
}
