import { object, text, type Json } from '../../../../platform/http-client/json.js';
import type { RawTender } from '../../carrier-adapter.js';
import type { Party, PickupWindow, TenderRequest } from '../../carrier-requests.js';
import { descriptionOf, emergencyWords, sentences } from '../in-words.js';
import { localWithOffset, quarterHour } from '../local-time.js';
import { payerOf } from '../payer.js';
import { phoneDigits, unreadable, wholeIn, zip5 } from '../translate.js';
import { accessorialCodes, grossWeight, nmfc, packageCode } from './xpo-freight.js';
import type { XpoSettings } from './xpo.settings.js';

/** A bill of lading, and the pickup with it where its hours are known. */
export function billOfLading(request: TenderRequest, settings: XpoSettings): object {
  const { items, accessorials, terms, declaredValueCents, pickup, references, specialInstructions } = request;
  const chargeToCd = terms === 'collect' ? 'C' : 'P';
  const hazmatInd = accessorials.includes('hazmat');
  return {
    bol: {
      requester: { role: 'S' },
      shipper: xpoParty(request.shipper),
      consignee: xpoParty(request.consignee),
      ...(terms === 'third_party' && { billToCust: xpoParty(payerOf(request)) }),
      commodityLine: items.map((item) => ({
        pieceCnt: item.quantity,
        packaging: { packageCd: packageCode(item.handling_unit_type) },
        grossWeight: grossWeight(item),
        desc: descriptionOf(item, request),
        nmfcClass: item.freight_class,
        ...nmfc(item),
        hazmatInd: item.hazmat !== undefined || (hazmatInd && !items.some(({ hazmat }) => hazmat)),
      })),
      chargeToCd,
      additionalService: accessorialCodes(accessorials, settings).map((accsrlCode) => ({
        accsrlCode,
        prepaidOrCollect: chargeToCd,
      })),
      suppRef: {
        otherRefs: [
          reference('RQ#', request.carrierQuoteNumber),
          reference(settings.bol_reference_code ?? 'BL#', request.reference),
        ],
      },
      ...(pickup && { pickupInfo: pickupInfo(pickup, request) }),
      remarks: sentences(
        specialInstructions,
        pickup?.instructions ?? null,
        emergencyWords(request),
        references.map(({ name, value }) => `${name} ${value}.`).join(' '),
      ),
      ...(declaredValueCents !== null && { declaredValueAmt: Number((declaredValueCents / 100).toFixed(2)) }),
    },
    autoAssignPro: true,
  };
}

function reference(referenceCode: string, number: string): object {
  return { referenceCode, reference: number, referenceTypeCd: 'Other' };
}

function xpoParty(party: Party): object {
  const { company, address, city, state, zip } = party;
  return {
    address: {
      name: company,
      addressLine1: address,
      cityName: city,
      stateCd: state,
      countryCd: 'US',
      postalCd: zip5(zip),
    },
    contactInfo: contactInfo(party),
  };
}

function contactInfo({ company, contact, email, phone }: Party): object {
  return {
    companyName: company,
    fullName: contact || company,
    ...(email && { email: { emailAddr: email } }),
    phone: { phoneNbr: phoneDigits(phone).replace(/^(\d{3})(\d{7})$/, '$1-$2') },
  };
}

/** XPO takes quarter hours: ready at the next one, closed at the one before. */
function pickupInfo({ readyTime, closeTime, contact, phone }: PickupWindow, request: TenderRequest): object {
  const { shipper, pickupDate } = request;
  const at = (time: string) => localWithOffset(`${pickupDate}T${time}:00`, shipper.zip);
  return {
    pkupDate: at('12:00'),
    pkupTime: at(quarterHour(readyTime, Math.ceil)),
    dockCloseTime: at(quarterHour(closeTime, Math.floor)),
    contact: contactInfo({ ...shipper, contact: contact || shipper.contact, phone: phone || shipper.phone }),
  };
}

/** @throws CarrierFault */
export function tenderIn(answer: Json): RawTender {
  const { proNbr, pkupConfNbr, bolInstId } = object(object(answer.data).bolInfo);
  return {
    proNumber: text(proNbr) || unreadable('PRO number'),
    pickupConfirmation: text(pkupConfNbr) || null,
    bookingId: text(bolInstId) || (wholeIn(bolInstId) === null ? null : String(bolInstId)),
  };
}
