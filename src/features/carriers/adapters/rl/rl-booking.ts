import { toText, type Json } from '../../../../platform/http-client/json.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { UNIT_TYPES, type UnitType } from '../../../../domain/unit-types.js';
import type { RawTender } from '../../carrier-adapter.js';
import type { Party, PickupWindow, RateItem, TenderRequest } from '../../carrier-requests.js';
import {
  formatDescription,
  formatEmergencyContact,
  joinSentences,
  formatServices,
  resolvePayer,
} from '../booking-helpers.js';
import {
  hasUnassignedHazmat,
  wrapText,
  formatPhone,
  throwUnreadable,
  ceilPounds,
  toAlpha3,
  toZip5,
} from '../adapter-helpers.js';
import { formatRlDate, RL_SERVICES } from './rl-rates.js';
import type { RlSettings } from './rl.settings.js';

/** `IsHazmat` of each line states these. */
const LINE_LEVEL_SERVICES: readonly Accessorial[] = ['hazmat'];
/** Bookings of these prices name the level. */
const SERVICE_LEVELS: Readonly<Record<string, string>> = { GSDS: 'Guaranteed', GSAM: 'GuaranteedByNoon' };
const EXPEDITED = 'EXPD';

/** R+L's own codes; other units have the eBOL code. */
const UNIT_CODES: Partial<Record<UnitType, string>> = {
  basket: 'BSKT',
  bundle: 'BNDL',
  carboy: 'CARBOY',
  coil: 'COIL',
  gaylord: 'GAY',
  intermediate_bulk_container: 'IBC',
  jerrycan: 'JER',
  pail: 'PAIL',
  rack: 'RACK',
  reel: 'REEL',
  roll: 'ROLL',
  tank: 'TANK',
  tote: 'TOTE',
  unit: 'UNIT',
};

export function buildBillOfLading(request: TenderRequest, settings: RlSettings): object {
  const { accessorials, pickup, pickupDate } = request;
  const services = accessorials.filter((name) => RL_SERVICES[name] !== undefined);
  const inWords = accessorials.filter(
    (name) => !services.includes(name) && !LINE_LEVEL_SERVICES.includes(name),
  );
  return {
    BillOfLading: {
      BOLDate: formatRlDate(pickupDate),
      Shipper: buildParty(request.shipper),
      Consignee: buildParty(request.consignee),
      BillTo: buildParty(resolvePayer(request)),
      HandlingUnits: request.items.map((item) => buildHandlingUnit(item, request, settings)),
      ...buildDeclaredValue(request),
      SpecialInstructions: joinSentences(
        formatServices(inWords),
        formatEmergencyContact(request),
        request.specialInstructions,
      ),
      ReferenceNumbers: {
        ShipperNumber: request.reference,
        RateQuoteNumber: request.carrierQuoteNumber,
        PONumber: request.references.find(({ name }) => name === 'PO')?.value ?? '',
      },
      AdditionalServices: services.map((name) => RL_SERVICES[name]),
      FreightChargePaymentMethod: request.terms === 'collect' ? 'Collect' : 'Prepaid',
      ...buildServiceLevel(request),
      ...buildHazmatInformation(request),
    },
    ...(pickup && { PickupRequest: { PickupInformation: buildPickupInformation(pickup, pickupDate) } }),
    GenerateUniversalPro: false,
  };
}

function buildServiceLevel({ serviceCode, carrierQuoteNumber }: TenderRequest): object {
  const level = SERVICE_LEVELS[serviceCode];
  return {
    ...(level && { ServiceLevel: level }),
    ...(serviceCode === EXPEDITED && { ExpeditedQuoteNumber: carrierQuoteNumber }),
  };
}

/** R+L refuses dangerous goods without these. The names of each line's details are unknown: its description has them. */
function buildHazmatInformation({ emergencyContact: contact }: TenderRequest): object {
  if (!contact) return {};
  return {
    HazmatInformation: {
      EmergencyNumber: formatPhone(contact.phone),
      ContractNumber: contact.contractNumber ?? '',
      ContractHolder: contact.name,
    },
  };
}

function buildParty(party: Party): object {
  const { company, address, city, state, zip, phone, email } = party;
  const [first = '', second = ''] = wrapText(address, 30, 2);
  return {
    CompanyName: company,
    AddressLine1: first,
    AddressLine2: second,
    City: city.replaceAll('.', ''),
    StateOrProvince: state,
    ZipOrPostalCode: toZip5(zip),
    CountryCode: toAlpha3(party),
    PhoneNumber: formatPhone(phone),
    ...(email && { EmailAddress: email }),
  };
}

function buildHandlingUnit(
  item: RateItem,
  request: TenderRequest,
  { bol_pallet_code: palletCode = 'PLT' }: RlSettings,
): object {
  const { quantity, handling_unit_type: type, length, width, height, weight, pieces, packaging_type } = item;
  const toCode = (unit: UnitType) =>
    unit === 'pallet' ? palletCode : (UNIT_CODES[unit] ?? UNIT_TYPES[unit].code);
  return {
    UnitType: toCode(type),
    Dimensions: [
      {
        Count: quantity,
        Length: formatTenths(length),
        Width: formatTenths(width),
        Height: formatTenths(height),
      },
    ],
    Items: [
      {
        // Without a described line every line may be the dangerous one.
        IsHazmat: item.hazmat !== undefined || hasUnassignedHazmat(request.items, request.accessorials),
        Pieces: pieces ?? quantity,
        PackageType: toCode(packaging_type ?? type),
        ...(item.nmfc_item_number && { NMFCItemNumber: item.nmfc_item_number }),
        ...(item.nmfc_sub_code && { NMFCSubNumber: item.nmfc_sub_code }),
        Class: item.freight_class,
        Weight: ceilPounds(weight),
        Description: formatDescription(item, request),
      },
    ],
  };
}

function buildDeclaredValue({ declaredValueCents: cents }: TenderRequest): object {
  return cents === null ? {} : { DeclaredValue: { Amount: (cents / 100).toFixed(2), Per: '1' } };
}

export function buildPickupInformation(
  { readyTime, closeTime, instructions }: PickupWindow,
  day: string,
): object {
  return {
    PickupDate: formatRlDate(day),
    ReadyTime: formatTwelveHourTime(readyTime),
    CloseTime: formatTwelveHourTime(closeTime),
    AdditionalInstructions: instructions ?? '',
  };
}

function formatTwelveHourTime(time: string): string {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const hour = String(hours % 12 || 12).padStart(2, '0');
  return `${hour}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

function formatTenths(inches: number): string {
  return inches.toFixed(1);
}

export function parseRlTender(answer: Json): RawTender {
  const proNumber = toText(answer.ProNumber) || throwUnreadable('PRO number');
  return { proNumber, pickupConfirmation: toText(answer.PickupRequestNumber) || null };
}
