import { ACCESSORIAL_NAMES, ACCESSORIALS } from '../../src/domain/accessorials.js';
import { FREIGHT_CLASSES } from '../../src/domain/freight-classes.js';
import { LIMITED_ACCESS } from '../../src/domain/limited-access.js';
import { UNIT_TYPE_NAMES, UNIT_TYPES } from '../../src/domain/unit-types.js';
import { flag, list, matching, oneOf, shape, integer, text } from './request-shape.js';

const unitCode = oneOf(...UNIT_TYPE_NAMES.map((name) => UNIT_TYPES[name].code));
const phone = matching(/^\d{10}$/);
const time = matching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00\.000$/);
const pounds = integer(1, 99_999);
const inches = integer(1, 999);
const party = shape({
  'account?': text(20),
  name: text(60),
  address1: text(255),
  city: text(60),
  stateProvince: matching(/^[A-Z]{2}$/),
  postalCode: matching(/^(\d{5}(-?\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/),
  country: oneOf('USA', 'CAN', 'MEX'),
  contact: shape({ phone, 'name?': text(60), 'email?': matching(/@/) }),
});
const limited = oneOf(...Object.values(LIMITED_ACCESS));

/**
 * Builds the shape of NMFTA's eBOL 2.1.0, limited to the fields that Lading sends. The fake rejects all other fields.
 */
export function buildEbolShape(version: string) {
  return shape({
    version: oneOf(version),
    bol: shape({
      function: oneOf('Create', 'Update'),
      requestedPickupDate: matching(/^20\d\d-\d\d-\d\dT00:00:00\.000$/),
      isTest: flag,
      requestorRole: oneOf('Shipper', 'Consignee', 'Third Party'),
      specialInstructions: text(2_000, 0),
    }),
    images: shape({ includeBol: flag, includeShippingLabels: flag }),
    referenceNumbers: shape({
      'quoteId?': text(255),
      bol: list(matching(/^\d{17}$/), 1),
      po: list(
        shape({
          number: text(255),
          'pieces?': integer(0, 99_999),
          'weight?': pounds,
          'weightUnit?': oneOf('Pounds'),
          'palletized?': flag,
          'additionalShipperInfo?': text(255),
        }),
      ),
      additionalReferences: list(shape({ name: text(255), value: text(255) })),
    }),
    payment: shape({ terms: oneOf('Prepaid', 'Collect', 'Third Party') }),
    commodities: shape({
      lineItemLayout: oneOf('Nested'),
      handlingUnits: list(
        shape({
          count: integer(1, 999),
          type: unitCode,
          weight: pounds,
          weightUnit: oneOf('Pounds'),
          length: inches,
          width: inches,
          height: inches,
          dimensionsUnit: oneOf('Inches'),
          stackable: flag,
          lineItems: list(
            shape({
              description: text(255),
              weight: pounds,
              weightUnit: oneOf('Pounds'),
              pieces: integer(1, 99_999),
              packagingType: unitCode,
              classification: oneOf(...FREIGHT_CLASSES),
              'nmfc?': matching(/^\d+$/),
              'nmfcSub?': matching(/^\d+$/),
              hazardous: flag,
              'hazardousDescription?': text(255),
              'hazardousDetails?': shape({
                weight: pounds,
                weightUnit: oneOf('Pounds'),
                class: text(10),
                unnaNumber: matching(/^(UN|NA|ID)\d{4}$/),
                propername: text(255),
                'technicalName?': text(255),
                'packingGroup?': oneOf('1', '2', '3'),
                'contractNumber?': text(50),
              }),
            }),
            1,
          ),
        }),
        1,
      ),
    }),
    shipmentTotals: shape({
      grossWeight: pounds,
      weightUnit: oneOf('Pounds'),
      handlingUnits: integer(1, 9_999),
      'declaredValue?': integer(0, 1e9),
      'currency?': oneOf('USD'),
    }),
    accessorials: shape({
      codes: list(
        oneOf(
          'FVC',
          'GTD_AM',
          'GTD_NOON',
          'GTD_PM',
          ...ACCESSORIAL_NAMES.map((name) => ACCESSORIALS[name].code),
        ),
      ),
      'fullValueCoverageDetails?': shape({ monetaryValue: integer(1, 1e9) }),
      'sortAndSegregateDetails?': shape({ pieces: integer(1, 99_999) }),
      'appointmentDetails?': shape({ pickup: shape({ start: time, end: time }) }),
      'hazardousDetails?': shape({ emergencyContact: shape({ name: text(60), phone }) }),
      'limitedAccessType?': shape({ 'origin?': limited, 'destination?': limited }),
    }),
    origin: party,
    destination: party,
    billTo: party,
  });
}
