import {
  ceilPounds,
  countHandlingUnits,
  decodeFiles,
  throwUnreadable,
  toPhoneDigits,
  wrapText,
} from '../adapter-helpers.js';
import {
  formatDescription,
  formatEmergencyContact,
  joinSentences,
  requireThirdPartyAccount,
  resolvePayer,
} from '../booking-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { CarrierDeclined, type RawTender } from '../../carrier-adapter.js';
import type { Party, TenderRequest } from '../../carrier-requests.js';
import {
  buildAddress,
  buildBillingAddress,
  buildLineItems,
  buildPackages,
  buildPayment,
  buildSpecialServices,
  toRole,
  toServiceType,
} from './fedex-freight-rates.js';
import type { FedexFreightSettings } from './fedex-freight.settings.js';

const BILL_OF_LADING = 'FEDEX_FREIGHT_STRAIGHT_BILL_OF_LADING';

/** @throws CarrierDeclined for a quote of another service, and as the rate request does */
export function buildShipment(request: TenderRequest, scac: string, settings: FedexFreightSettings): object {
  const { shipper, consignee, items, accessorials, terms, pickupDate } = request;
  const serviceType = toServiceType(scac);
  if (request.carrierQuoteNumber && request.serviceCode !== serviceType)
    throw new CarrierDeclined(`${scac} does not book the service of the quote: ${request.serviceCode}.`);
  const hasStandingPickup = settings.standing_pickup ?? false;
  const deliveryInstructions = joinSentences(request.specialInstructions, formatEmergencyContact(request));
  return {
    labelResponseOptions: 'LABEL',
    accountNumber: { value: settings.account_number },
    freightRequestedShipment: {
      shipDatestamp: pickupDate,
      pickupType: hasStandingPickup ? 'USE_SCHEDULED_PICKUP' : 'CONTACT_FEDEX_TO_SCHEDULE',
      serviceType,
      packagingType: 'YOUR_PACKAGING',
      preferredCurrency: 'USD',
      rateRequestType: ['ACCOUNT'],
      totalWeight: sumPounds(request),
      totalPackageCount: countHandlingUnits(items),
      shipper: buildParty(shipper, accessorials.includes('residential_pickup')),
      recipient: {
        ...buildParty(consignee, accessorials.includes('residential_delivery')),
        ...(deliveryInstructions && { deliveryInstructions }),
      },
      shippingChargesPayment: buildPayment(request, settings),
      ...buildSpecialServices(request, settings),
      freightShipmentDetail: {
        role: toRole(terms, settings),
        fedExFreightAccountNumber: { value: settings.account_number },
        fedExFreightBillingContactAndAddress: buildBilling(request, settings),
        ...buildThirdParty(request),
        printedReferences: buildReferences(request),
        ...buildHazmatContact(request),
        lineItem: buildLineItems(request, (item) => formatDescription(item, request)),
        totalHandlingUnits: countHandlingUnits(items),
      },
      labelSpecification: { labelFormatType: 'COMMON2D', imageType: 'PDF', labelStockType: 'PAPER_4X6' },
      shippingDocumentSpecification: {
        shippingDocumentTypes: [BILL_OF_LADING],
        freightBillOfLadingDetail: { format: { docType: 'PDF', stockType: 'PAPER_LETTER' } },
      },
      requestedPackageLineItems: buildPackages(request),
    },
  };
}

function sumPounds({ items }: TenderRequest): number {
  return items.reduce((sum, { weight }) => sum + ceilPounds(weight), 0);
}

function buildContact({ company, contact, phone, email }: Party): object {
  return {
    companyName: company.slice(0, 35),
    personName: (contact || company).slice(0, 70),
    phoneNumber: toPhoneDigits(phone).slice(0, 15),
    ...(email && { emailAddress: email.slice(0, 80) }),
  };
}

function buildFullAddress(party: Party, residential: boolean): object {
  return { streetLines: wrapText(party.address, 35, 3), ...buildAddress(party, residential) };
}

function buildParty(party: Party, residential: boolean): object {
  return { contact: buildContact(party), address: buildFullAddress(party, residential) };
}

function buildBilling(request: TenderRequest, settings: FedexFreightSettings): object {
  const { terms, shipper, consignee } = request;
  const owner = toRole(terms, settings) === 'CONSIGNEE' ? consignee : shipper;
  return {
    contact: buildContact(owner),
    address: buildBillingAddress(settings) ?? buildFullAddress(owner, false),
  };
}

/** FedEx Freight requires the address of a third party. */
function buildThirdParty(request: TenderRequest): object {
  if (request.terms !== 'third_party') return {};
  const value = requireThirdPartyAccount(request);
  const party = buildParty(resolvePayer(request), false);
  return { alternateBillingParty: { ...party, accountNumber: { value } } };
}

/** FedEx Freight's booking has no field for a quote number, so it is a printed reference. */
function buildReferences({ reference, carrierQuoteNumber, references, orders }: TenderRequest): object[] {
  const toReference = (printedReferenceType: string, value: string) => ({ printedReferenceType, value });
  const purchaseOrders = [
    ...references.filter(({ name }) => name === 'PO').map(({ value }) => value),
    ...orders.map(({ number }) => number),
  ];
  const others = references.filter(({ name }) => name !== 'PO').map(({ name, value }) => `${name} ${value}`);
  return [
    toReference('BILL_OF_LADING', reference),
    ...purchaseOrders.map((number) => toReference('PO_NUMBER', number)),
    ...(carrierQuoteNumber ? [toReference('SHIPPER_ID1_NUMBER', carrierQuoteNumber)] : []),
    ...(others.length > 0 ? [toReference('SHIPPER_ID2_NUMBER', others.join(', '))] : []),
  ];
}

function buildHazmatContact({ emergencyContact: contact, shipper }: TenderRequest): object {
  if (!contact) return {};
  const digits = toPhoneDigits(contact.phone);
  return {
    hazardousMaterialsOfferor: shipper.company,
    hazardousMaterialsEmergencyContactNumber: {
      areaCode: digits.slice(0, 3),
      localNumber: digits.slice(3),
      countryCode: 'US',
    },
  };
}

/** Reads the PRO number, and the bill of lading wherever FedEx places it. @throws CarrierFault */
export function parseFedexTender(answer: Json): RawTender {
  const [shipment = {}] = toObjects(toObject(answer.output).transactionShipments);
  const pieces = toObjects(shipment.pieceResponses);
  const proNumber = toText(shipment.masterTrackingNumber) || throwUnreadable('PRO number');
  const documents = [shipment.shipmentDocuments, ...pieces.map((piece) => piece.packageDocuments)];
  const [found] = documents
    .flatMap((list) => toObjects(list))
    .filter(({ contentType }) => toText(contentType).endsWith('BILL_OF_LADING'));
  const [bol = null] = decodeFiles([found?.encodedLabel]);
  return { proNumber, bol };
}

/** Builds a pickup request. Times are local to the pickup ZIP. */
export function buildPickup(
  request: TenderRequest,
  proNumber: string,
  scac: string,
  settings: FedexFreightSettings,
): object {
  const { shipper, consignee, items, accessorials, terms, pickupDate } = request;
  const { readyTime, closeTime, contact, phone, instructions } = request.pickup!;
  const caller = { ...shipper, contact: contact || shipper.contact, phone: phone || shipper.phone };
  const services = buildSpecialServices(request, settings) as { freightShipmentSpecialServices?: object };
  const { freightShipmentSpecialServices: special } = services;
  return {
    associatedAccountNumber: { value: settings.account_number },
    originDetail: {
      pickupAddressType: 'OTHER',
      pickupLocation: buildParty(caller, accessorials.includes('residential_pickup')),
      readyDateTimestamp: `${pickupDate}T${readyTime}:00`,
      customerCloseTime: `${closeTime}:00`,
    },
    freightPickupDetail: {
      accountNumber: { value: settings.account_number },
      role: toRole(terms, settings),
      payment: (buildPayment(request, settings) as Json).paymentType,
      submittedBy: buildContact(caller),
      lineItems: [
        {
          sequenceNumber: 1,
          trackingNumber: { trackingNumber: proNumber },
          service: toServiceType(scac),
          totalHandlingUnits: countHandlingUnits(items),
          pieces: items.reduce((sum, { pieces, quantity }) => sum + (pieces ?? quantity), 0),
          packaging: toObject(buildLineItems(request)[0]).subPackagingType,
          description: request.description,
          weight: { units: 'LB', value: sumPounds(request) },
          destination: buildFullAddress(consignee, accessorials.includes('residential_delivery')),
          ...(special && { shipmentSpecialServicesRequested: special }),
        },
      ],
    },
    countryRelationships: 'DOMESTIC',
    ...(instructions && { remarks: instructions }),
  };
}

/** @throws CarrierFault */
export function parsePickupCode(answer: Json): string {
  return toText(toObject(answer.output).pickupConfirmationCode) || throwUnreadable('pickup confirmation');
}
