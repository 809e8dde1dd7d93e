import { toText, type Json } from '../../../../platform/http-client/json.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { UNIT_TYPES } from '../../../../domain/unit-types.js';
import type { RawTender } from '../../carrier-adapter.js';
import type { Party, PickupWindow, RateItem, TenderRequest } from '../../carrier-requests.js';
import {
  formatDescription,
  formatEmergencyContact,
  joinSentences,
  formatServices,
  resolvePayer,
} from '../booking-helpers.js';
import { wrapText, formatPhone, throwUnreadable, ceilPounds, toZip5 } from '../adapter-helpers.js';
import { formatRlDate } from './rl-rates.js';
import type { RlSettings } from './rl.settings.js';

/** `IsHazmat` of each line states these. */
const LINE_LEVEL_SERVICES: readonly Accessorial[] = ['hazmat'];
const SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'OriginLiftgate',
  destination_liftgate: 'DestinationLiftgate',
  inside_pickup: 'InsidePickup',
  inside_delivery: 'InsideDelivery',
  delivery_appointment: 'DeliveryAppointment',
  limited_access_pickup: 'LimitedAccessPickup',
  limited_access_delivery: 'LimitedAccessDelivery',
  protect_from_cold: 'Freezable',
};

export function buildBillOfLading(request: TenderRequest, settings: RlSettings): object {
  const { accessorials, pickup, pickupDate } = request;
  const services = accessorials.filter((name) => SERVICES[name] !== undefined);
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
      AdditionalServices: services.map((name) => SERVICES[name]),
    },
    ...(pickup && { PickupRequest: { PickupInformation: buildPickupInformation(pickup, pickupDate) } }),
    GenerateUniversalPro: false,
  };
}

function buildParty({ company, address, city, state, zip, phone, email }: Party): object {
  const [first = '', second = ''] = wrapText(address, 30, 2);
  return {
    CompanyName: company,
    AddressLine1: first,
    AddressLine2: second,
    City: city.replaceAll('.', ''),
    StateOrProvince: state,
    ZipOrPostalCode: toZip5(zip),
    CountryCode: 'USA',
    PhoneNumber: formatPhone(phone),
    ...(email && { EmailAddress: email }),
  };
}

/** R+L's own code is known for pallets only. */
function buildHandlingUnit(
  item: RateItem,
  request: TenderRequest,
  { bol_pallet_code: palletCode = 'PLT' }: RlSettings,
): object {
  const { quantity, handling_unit_type: type, length, width, height, weight, pieces, packaging_type } = item;
  const { code } = UNIT_TYPES[type];
  const packageType = packaging_type && UNIT_TYPES[packaging_type].code;
  return {
    UnitType: type === 'pallet' ? palletCode : code,
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
        IsHazmat: item.hazmat !== undefined,
        Pieces: pieces ?? quantity,
        PackageType: packageType ?? (type === 'pallet' ? palletCode : code),
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

function buildPickupInformation({ readyTime, closeTime, instructions }: PickupWindow, day: string): object {
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
