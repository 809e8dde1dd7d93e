import { requireThirdPartyAccount } from '../booking-helpers.js';
import {
  buildServiceCharge,
  parseOptionalCents,
  requireTotal,
  throwUnreadable,
  parseOptionalInteger,
  requireCurrency,
  toZip5,
  requireUnitCode,
  ceilPounds,
} from '../adapter-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { getCountry } from '../../../../domain/countries.js';
import { getLongestSide } from '../../../../domain/density.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { type RawRate, requireCodes } from '../../carrier-adapter.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';
import { formatNoon } from '../carrier-local-time.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import type { UnitType } from '../../../../domain/unit-types.js';
import type { XpoSettings } from './xpo.settings.js';

/** XPO's own code for Canada is CN. */
export function toCountryCode(place: Place): string {
  const country = getCountry(place);
  return country === 'CA' ? 'CN' : country;
}

/** @throws CarrierDeclined for a service or handling unit without a code, or a third party without an account */
export function buildRateQuote(request: RateRequest, settings: XpoSettings): object {
  const { origin, destination, items, accessorials, shipDate, terms } = request;
  const hazmatInd = accessorials.includes('hazmat');
  const payer = { acctInstId: settings.account };
  return {
    shipmentInfo: {
      shipmentDate: formatNoon(shipDate, origin.zip),
      shipper: {
        ...(terms === 'prepaid' && payer),
        address: {
          postalCd: toZip5(origin.zip),
          ...(getCountry(origin) !== 'US' && { countryCd: toCountryCode(origin) }),
        },
      },
      consignee: {
        ...(terms === 'collect' && payer),
        address: { postalCd: toZip5(destination.zip), countryCd: toCountryCode(destination) },
      },
      commodity: items.map((item) => buildCommodity(item, hazmatInd)),
      accessorials: toAccessorialCodes(accessorials, settings).map((accessorialCd) => ({
        accessorialCd,
        ...buildLength(accessorialCd, items),
      })),
      paymentTermCd: terms === 'collect' ? 'C' : 'P',
      ...(terms === 'third_party' && { bill2Party: { acctInstId: requireThirdPartyAccount(request) } }),
      palletCnt: items
        .filter(({ handling_unit_type: type }) => type === 'pallet')
        .reduce((sum, { quantity }) => sum + quantity, 0),
      linealFt: 0,
      hazmatInd,
      freezableInd: false,
      garntInd: false,
      comment: '',
    },
  };
}

function buildCommodity(item: RateItem, dangerous: boolean): object {
  const { quantity, handling_unit_type: type, freight_class, description, length, width, height } = item;
  return {
    pieceCnt: quantity,
    packageCode: toPackageCode(type),
    grossWeight: buildGrossWeight(item),
    nmfcClass: freight_class,
    ...buildNmfc(item),
    hazmatInd: item.hazmat !== undefined || (dangerous && !item.hazmat),
    desc: description ?? 'Freight',
    dimensions: { length, width, height, dimensionsUom: 'INCH' },
  };
}

/** XPO itemizes discount, fuel and services; the freight is the rest of its total. @throws CarrierFault */
export function parseXpoRates(answer: Json): RawRate[] {
  const data = toObject(answer.data);
  const quote = toObject(data.rateQuote);
  const totals = toObjects(quote.totCharge);
  // XPO may state the total in several currencies.
  const total = totals.find(({ currencyCd }) => currencyCd === 'USD') ?? toObject(totals[0]);
  const currency = requireCurrency(total.currencyCd);
  const netChargeCents = requireTotal(total.amt, 'total charge');
  const { transitDays, estdDlvrDate } = toObject(data.transitTime);
  const day = parseDeliveryDay(estdDlvrDate);
  const others = [
    ...toDiscountCharges(quote),
    ...toObjects(toObject(quote.shipmentInfo).accessorials).flatMap(toServiceCharges),
  ];
  const freight = netChargeCents - sumCents(others);
  return [
    {
      quoteNumber: toText(quote.confirmationNbr) || throwUnreadable('confirmation number'),
      serviceLevel: 'Standard',
      serviceCode: 'LTL',
      transitDays: parseOptionalInteger(transitDays) ?? throwUnreadable('transit days'),
      currency,
      netChargeCents,
      charges: [
        { type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents: freight },
        ...others,
      ],
      ...(day && { estimatedDeliveryDate: day }),
    },
  ];
}

/** Clients read milliseconds of midnight in a US time zone, which is the same day in UTC. */
function parseDeliveryDay(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? new Date(value).toJSON() : value;
  return /^\d{4}-\d{2}-\d{2}/.exec(toText(text))?.[0];
}

function toDiscountCharges({ totDiscountAmt, actlDiscountPct }: Json): Charge[] {
  const cents = parseOptionalCents(toObject(totDiscountAmt).amt);
  if (!cents) return [];
  const quantity = Number(actlDiscountPct);
  const percent = quantity > 0 ? { quantity, unit: 'percent' as const } : {};
  const amountCents = -Math.abs(cents);
  return [{ type: 'discount', code: 'DISCOUNT', description: 'Discount', amountCents, ...percent }];
}

const FUEL_CODE = 'FSC';

function toServiceCharges({ accessorialCd, accessorialDesc, chargeAmt }: Json): Charge[] {
  const [code, amountCents] = [toText(accessorialCd), parseOptionalCents(toObject(chargeAmt).amt)];
  if (code === '' || amountCents === null) return [];
  const description = toText(accessorialDesc) || code;
  if (code === FUEL_CODE) return [{ type: 'fuel_surcharge', code: 'FUEL', description, amountCents }];
  return [buildServiceCharge(code, description, amountCents)];
}

export function toAccessorialCodes(
  accessorials: readonly Accessorial[],
  { appointment_code: appointment = 'TDC' }: XpoSettings,
): string[] {
  return requireCodes(accessorials, {
    origin_liftgate: 'OLG',
    destination_liftgate: 'DLG',
    inside_pickup: 'OIP',
    inside_delivery: 'DID',
    residential_pickup: 'RSO',
    residential_delivery: 'RSD',
    delivery_appointment: appointment,
    notify_before_delivery: 'DNC',
    hazmat: 'ZHM',
    overlength: OVERLENGTH_CODE,
  });
}

const OVERLENGTH_CODE = 'ELS';

/** XPO charges overlength by the longest side in inches. */
export function buildLength(code: string, items: readonly RateItem[]): object {
  return code === OVERLENGTH_CODE ? { quantity: Math.ceil(Math.max(...items.map(getLongestSide))) } : {};
}

const PACKAGE_CODES: Partial<Record<UnitType, string>> = {
  pallet: 'PLT',
  skid: 'SKD',
  box: 'BOX',
  crate: 'CRT',
  bundle: 'BDL',
  piece: 'PCS',
};

export function toPackageCode(type: UnitType): string {
  return requireUnitCode(PACKAGE_CODES, type);
}

export function buildGrossWeight({ weight }: RateItem): object {
  return { weight: ceilPounds(weight), weightUom: 'LBS' };
}

export function buildNmfc({ nmfc_item_number: item, nmfc_sub_code: sub }: RateItem): object {
  return { ...(item && { nmfcItemCd: item }), ...(item && sub && { sub }) };
}
