import {
  ceilPounds,
  hasUnassignedHazmat,
  requireUnitCode,
  toPhoneDigits,
  toZip5,
} from '../adapter-helpers.js';
import {
  formatDescription,
  formatEmergencyContact,
  formatServices,
  joinSentences,
  resolvePayer,
} from '../booking-helpers.js';
import type { XmlContent } from '../../../../platform/http-client/xml.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { CarrierDeclined } from '../../carrier-adapter.js';
import type { Party, RateItem, TenderRequest } from '../../carrier-requests.js';
import { formatBillingTerms, resolvePayerAccount, SAIA_PACKAGES } from './saia-rates.js';
import type { SaiaSettings } from './saia.settings.js';

type Elements = { [name: string]: XmlContent };

/** `Hazardous` of each line states these. */
const LINE_LEVEL_SERVICES: readonly Accessorial[] = ['hazmat'];
/** Source: Saia's documents. */
const MAX_REFERENCE = 20;

/**
 * Builds a bill of lading. Saia's document has no element for services, declared value and instructions, so the first line's
 * description contains them. The quote number is the shipper's number: Saia honors the price only if the BOL shows it.
 * @throws CarrierDeclined for a unit without a code, or if a third party's address or account is missing
 */
export function buildBillOfLading(request: TenderRequest, settings: SaiaSettings): Elements {
  const { shipper, consignee, items, references, carrierQuoteNumber: quoteNumber } = request;
  const payer = resolvePayer(request);
  const words = formatInstructions(request);
  const dangerous = hasUnassignedHazmat(items, request.accessorials);
  if (quoteNumber.length > MAX_REFERENCE)
    throw new CarrierDeclined(`Saia accepts quote numbers of at most ${MAX_REFERENCE} characters.`);
  return {
    ShipmentDate: request.pickupDate,
    BillingTerms: formatBillingTerms(request.terms),
    BLNumber: request.reference,
    ShipperNumber: quoteNumber || null,
    PONumber: references.find(({ name }) => name === 'PO')?.value.slice(0, MAX_REFERENCE),
    PrintRates: 'N',
    Customs: 'N',
    VICS: 'Y',
    EmergencyPhone: request.emergencyContact && toPhoneDigits(request.emergencyContact.phone),
    WeightUnits: 'LBS',
    Shipper: buildParty(shipper),
    Consignee: buildParty(consignee),
    BillTo: { AccountNumber: resolvePayerAccount(request, settings), ...buildParty(payer) },
    Details: {
      DetailItem: items.map((item, index) => buildDetail(item, request, dangerous, index === 0 ? words : '')),
    },
  };
}

function buildParty({ company, address, city, state, zip }: Party): Elements {
  return {
    ContactName: company,
    Address1: address,
    City: city,
    State: state,
    Zipcode: toZip5(zip),
    ...(zip.length > 5 && { Zipcode4: zip.slice(-4) }),
  };
}

function buildDetail(item: RateItem, request: TenderRequest, dangerous: boolean, words: string): Elements {
  const { hazmat, handling_unit_type: type } = item;
  const isHazardous = hazmat !== undefined || dangerous;
  return {
    Package: requireUnitCode(SAIA_PACKAGES, type),
    Pieces: item.quantity,
    Weight: ceilPounds(item.weight),
    Class: item.freight_class,
    Hazardous: isHazardous ? 'Y' : 'N',
    UNHazmatID: hazmat?.un_number,
    UNPackageGroup: hazmat?.packing_group,
    Description: words ? `${formatDescription(item, request)}. ${words}` : formatDescription(item, request),
  };
}

function formatInstructions(request: TenderRequest): string {
  const { accessorials, carrierQuoteNumber: quoteNumber, declaredValueCents: cents } = request;
  return joinSentences(
    quoteNumber && `Quote ${quoteNumber}.`,
    formatServices(accessorials.filter((name) => !LINE_LEVEL_SERVICES.includes(name))),
    cents === null ? '' : `Declared value $${(cents / 100).toFixed(2)}.`,
    formatEmergencyContact(request),
    request.specialInstructions,
  );
}

/** Builds a pickup request for the shipment. Saia wants one request for each day and place. */
export function buildPickupRequest(request: TenderRequest, { account_number }: SaiaSettings): Elements {
  const { shipper, consignee, items, pickupDate, accessorials } = request;
  const { readyTime, closeTime, contact, phone, instructions } = request.pickup!;
  return {
    AccountNumber: account_number,
    CompanyName: shipper.company,
    Street: shipper.address,
    City: shipper.city,
    State: shipper.state,
    Zipcode: toZip5(shipper.zip),
    ContactName: contact || shipper.contact || shipper.company,
    ContactPhone: toPhoneDigits(phone || shipper.phone),
    PickupDate: pickupDate,
    ReadyTime: `${readyTime}:00`,
    CloseTime: `${closeTime}:00`,
    SpecialInstructions: joinSentences(
      `BOL ${request.reference}.`,
      formatServices(accessorials),
      instructions ?? null,
    ),
    Details: {
      DetailItem: items.map((item) => ({
        DestinationZipcode: toZip5(consignee.zip),
        DestinationCountry: 'US',
        Pieces: item.quantity,
        Package: requireUnitCode(SAIA_PACKAGES, item.handling_unit_type),
        Weight: ceilPounds(item.weight),
        Freezable: accessorials.includes('protect_from_cold') ? 'Y' : 'N',
      })),
    },
  };
}
