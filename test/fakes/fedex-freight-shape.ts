import { decimal, flag, integer, list, matching, oneOf, shape, text } from './request-shape.js';

/* The requests that FedEx Freight accepts, limited to the fields that Lading sends. The fake rejects all others. */

const UNITS = ['BUNDLE', 'CARTON', 'CRATE', 'DRUM', 'PAIL', 'PALLET', 'OTHER', 'SKID'];
const SERVICES = ['FEDEX_FREIGHT_PRIORITY', 'FEDEX_FREIGHT_ECONOMY'];
const SPECIAL_SERVICES = [
  'LIFTGATE_PICKUP',
  'LIFTGATE_DELIVERY',
  'INSIDE_PICKUP',
  'INSIDE_DELIVERY',
  'LIMITED_ACCESS_PICKUP',
  'LIMITED_ACCESS_DELIVERY',
  'CALL_BEFORE_DELIVERY',
  'PROTECTION_FROM_FREEZING',
  'OVER_LENGTH',
  'EXTREME_LENGTH',
  'DANGEROUS_GOODS',
];

const day = matching(/^20\d\d-\d\d-\d\d$/);
const account = shape({ value: matching(/^\d{9}$/) });
const pounds = shape({ units: oneOf('LB'), value: integer(1, 99_999) });
const inches = integer(1, 999);
const dimensions = shape({ length: inches, width: inches, height: inches, units: oneOf('IN') });
const address = {
  city: text(35),
  stateOrProvinceCode: matching(/^[A-Z]{2}$/),
  postalCode: matching(/^\d{5}$/),
  countryCode: oneOf('US'),
  residential: flag,
};
const fullAddress = shape({ streetLines: list(text(35), 1), ...address });
const contact = shape({
  companyName: text(35),
  personName: text(70),
  phoneNumber: matching(/^\d{10,15}$/),
  'emailAddress?': matching(/^[^@]+@[^@]{1,78}$/),
});
const party = { contact, address: fullAddress };
const payment = shape({
  paymentType: oneOf('SENDER', 'RECIPIENT', 'THIRD_PARTY'),
  payor: shape({ responsibleParty: shape({ accountNumber: account }) }),
});
const services = shape({ specialServiceTypes: list(oneOf(...SPECIAL_SERVICES), 1) });
const role = oneOf('SHIPPER', 'CONSIGNEE');
const lines = list(
  shape({
    id: matching(/^\d+$/),
    description: text(255),
    freightClass: matching(/^CLASS_(0\d\d(_5)?|[1-5]\d\d)$/),
    handlingUnits: integer(1, 999),
    pieces: integer(1, 9_999),
    subPackagingType: oneOf(...UNITS),
    weight: pounds,
    dimensions,
    'nmfcCode?': matching(/^\d+(-\d+)?$/),
    'hazardousMaterials?': oneOf('HAZARDOUS_MATERIALS'),
  }),
  1,
);
const packages = list(
  shape({
    subPackagingType: oneOf(...UNITS),
    groupPackageCount: oneOf(1),
    weight: pounds,
    dimensions,
    'declaredValue?': shape({ amount: decimal(0, 99_999.99), currency: oneOf('USD') }),
    associatedFreightLineItems: list(shape({ id: matching(/^\d+$/) }), 1),
  }),
  1,
);

export const checkRateQuote = shape({
  accountNumber: account,
  rateRequestControlParameters: shape({ returnTransitTimes: flag, servicesNeededOnRateFailure: flag }),
  freightRequestedShipment: shape({
    serviceType: oneOf(...SERVICES),
    preferredCurrency: oneOf('USD'),
    rateRequestType: list(oneOf('ACCOUNT', 'LIST'), 1),
    shipDateStamp: day,
    shipper: shape({ address: shape(address) }),
    recipient: shape({ address: shape(address) }),
    shippingChargesPayment: payment,
    requestedPackageLineItems: packages,
    totalPackageCount: integer(1, 40),
    freightShipmentDetail: shape({
      role,
      accountNumber: account,
      'fedExFreightBillingContactAndAddress?': shape({ address: fullAddress }),
      lineItem: lines,
      totalHandlingUnits: integer(1, 40),
    }),
    'freightShipmentSpecialServices?': services,
  }),
});

export const checkShipment = shape({
  labelResponseOptions: oneOf('LABEL', 'URL_ONLY'),
  accountNumber: account,
  freightRequestedShipment: shape({
    shipDatestamp: day,
    pickupType: oneOf('CONTACT_FEDEX_TO_SCHEDULE', 'DROPOFF_AT_FEDEX_LOCATION', 'USE_SCHEDULED_PICKUP'),
    serviceType: oneOf(...SERVICES),
    packagingType: oneOf('YOUR_PACKAGING'),
    preferredCurrency: oneOf('USD'),
    rateRequestType: list(oneOf('ACCOUNT', 'LIST'), 1),
    totalWeight: integer(1, 99_999),
    totalPackageCount: integer(1, 40),
    shipper: shape(party),
    recipient: shape({ ...party, 'deliveryInstructions?': text(500) }),
    shippingChargesPayment: payment,
    'freightShipmentSpecialServices?': services,
    freightShipmentDetail: shape({
      role,
      fedExFreightAccountNumber: account,
      fedExFreightBillingContactAndAddress: shape(party),
      'alternateBillingParty?': shape({ ...party, accountNumber: account }),
      printedReferences: list(
        shape({
          printedReferenceType: oneOf(
            'BILL_OF_LADING',
            'PO_NUMBER',
            'SHIPPER_ID1_NUMBER',
            'SHIPPER_ID2_NUMBER',
          ),
          value: text(255),
        }),
        1,
      ),
      'hazardousMaterialsOfferor?': text(60),
      'hazardousMaterialsEmergencyContactNumber?': shape({
        areaCode: matching(/^\d{3}$/),
        localNumber: matching(/^\d{7}$/),
        countryCode: oneOf('US'),
      }),
      lineItem: lines,
      totalHandlingUnits: integer(1, 40),
    }),
    labelSpecification: shape({
      labelFormatType: oneOf('COMMON2D'),
      imageType: oneOf('PDF', 'PNG'),
      labelStockType: oneOf('PAPER_4X6', 'PAPER_LETTER'),
    }),
    shippingDocumentSpecification: shape({
      shippingDocumentTypes: list(oneOf('FEDEX_FREIGHT_STRAIGHT_BILL_OF_LADING', 'VICS_BILL_OF_LADING'), 1),
      freightBillOfLadingDetail: shape({
        format: shape({ docType: oneOf('PDF'), stockType: oneOf('PAPER_LETTER') }),
      }),
    }),
    requestedPackageLineItems: packages,
  }),
});

export const checkPickup = shape({
  associatedAccountNumber: account,
  originDetail: shape({
    pickupAddressType: oneOf('OTHER'),
    pickupLocation: shape(party),
    readyDateTimestamp: matching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00$/),
    customerCloseTime: matching(/^\d\d:\d\d:00$/),
  }),
  freightPickupDetail: shape({
    accountNumber: account,
    role,
    payment: oneOf('SENDER', 'RECIPIENT', 'THIRD_PARTY'),
    submittedBy: contact,
    lineItems: list(
      shape({
        sequenceNumber: integer(1, 99),
        trackingNumber: shape({ trackingNumber: matching(/^\d{10}$/) }),
        service: oneOf(...SERVICES),
        totalHandlingUnits: integer(1, 40),
        pieces: integer(1, 9_999),
        packaging: oneOf(...UNITS),
        description: text(255),
        weight: pounds,
        destination: fullAddress,
        'shipmentSpecialServicesRequested?': services,
      }),
      1,
    ),
  }),
  countryRelationships: oneOf('DOMESTIC'),
  'remarks?': text(500),
});

export const checkPickupCancellation = shape({
  associatedAccountNumber: account,
  pickupConfirmationCode: text(25),
  reason: text(100),
  contactName: text(70),
});

const trackedNumber = shape({ trackingNumber: matching(/^\d{10}$/), carrierCode: oneOf('FXFR') });
export const checkTrackRequest = shape({
  includeDetailedScans: flag,
  trackingInfo: list(shape({ trackingNumberInfo: trackedNumber }), 1),
});
export const checkReferenceRequest = shape({
  includeDetailedScans: flag,
  referencesInformation: shape({
    type: oneOf('BILL_OF_LADING'),
    value: text(30),
    carrierCode: oneOf('FXFR'),
    accountNumber: matching(/^\d{9}$/),
    shipDateBegin: day,
    shipDateEndDate: day,
  }),
});
export const checkDocumentRequest = shape({
  trackDocumentDetail: shape({
    documentType: oneOf('BILL_OF_LADING', 'SIGNATURE_PROOF_OF_DELIVERY', 'FREIGHT_BILLING_DOCUMENT'),
    documentFormat: oneOf('PDF'),
  }),
  trackDocumentSpecification: list(
    shape({ trackingNumberInfo: trackedNumber, accountNumber: matching(/^\d{9}$/) }),
    1,
  ),
});
