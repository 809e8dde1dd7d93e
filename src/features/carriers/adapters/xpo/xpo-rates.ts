import { object, objects, text, type Json } from '../../../../platform/http-client/json.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { CarrierDeclined, type RawRate } from '../../carrier-adapter.js';
import type { RateItem, RateRequest } from '../../carrier-requests.js';
import { atNoon } from '../local-time.js';
import { centsIn, centsOf, unreadable, wholeIn, zip5 } from '../translate.js';
import { accessorialCodes, grossWeight, nmfc, packageCode } from './xpo-freight.js';
import type { XpoSettings } from './xpo.settings.js';

/** @throws CarrierDeclined that names a service or a handling unit XPO has no code for */
export function rateQuote(request: RateRequest, settings: XpoSettings): object {
  const { origin, destination, items, accessorials, shipDate, terms } = request;
  const hazmatInd = accessorials.includes('hazmat');
  const payer = { acctInstId: settings.account };
  return {
    shipmentInfo: {
      shipmentDate: atNoon(shipDate, origin.zip),
      shipper: { ...(terms === 'prepaid' && payer), address: { postalCd: zip5(origin.zip) } },
      consignee: {
        ...(terms === 'collect' && payer),
        address: { postalCd: zip5(destination.zip), countryCd: 'US' },
      },
      commodity: items.map((item) => commodity(item, hazmatInd)),
      accessorials: accessorialCodes(accessorials, settings).map((accessorialCd) => ({ accessorialCd })),
      paymentTermCd: terms === 'collect' ? 'C' : 'P',
      ...(terms === 'third_party' && { bill2Party: { acctInstId: thirdParty(request) } }),
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

function thirdParty({ billTo }: RateRequest): string {
  if (billTo?.account) return billTo.account;
  throw new CarrierDeclined('The carrier needs the account number of the third party that pays.');
}

function commodity(item: RateItem, dangerous: boolean): object {
  const { quantity, handling_unit_type: type, freight_class, description, length, width, height } = item;
  return {
    pieceCnt: quantity,
    packageCode: packageCode(type),
    grossWeight: grossWeight(item),
    nmfcClass: freight_class,
    ...nmfc(item),
    hazmatInd: item.hazmat !== undefined || (dangerous && !item.hazmat),
    desc: description ?? 'Freight',
    dimensions: { length, width, height, dimensionsUom: 'INCH' },
  };
}

/** XPO itemizes discount, fuel and services; the freight is what the rest of its total comes to. @throws CarrierFault */
export function ratesIn(answer: Json): RawRate[] {
  const data = object(answer.data);
  const quote = object(data.rateQuote);
  const netChargeCents = centsOf(object(objects(quote.totCharge)[0]).amt, 'total charge');
  const { transitDays, estdDlvrDate } = object(data.transitTime);
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text(estdDlvrDate))?.[0];
  const others = [...discount(quote), ...objects(object(quote.shipmentInfo).accessorials).flatMap(service)];
  const freight = netChargeCents - sumCents(others);
  return [
    {
      quoteNumber: text(quote.confirmationNbr) || unreadable('confirmation number'),
      serviceLevel: 'Standard',
      serviceCode: 'LTL',
      transitDays: wholeIn(transitDays) ?? unreadable('transit days'),
      netChargeCents,
      charges: [
        { type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents: freight },
        ...others,
      ],
      ...(day && { estimatedDeliveryDate: day }),
    },
  ];
}

function discount({ totDiscountAmt, actlDiscountPct }: Json): Charge[] {
  const cents = centsIn(object(totDiscountAmt).amt);
  if (!cents) return [];
  const quantity = Number(actlDiscountPct);
  const percent = quantity > 0 ? { quantity, unit: 'percent' as const } : {};
  return [
    {
      type: 'discount',
      code: 'DISCOUNT',
      description: 'Discount',
      amountCents: -Math.abs(cents),
      ...percent,
    },
  ];
}

const FUEL = 'FSC';

function service({ accessorialCd, accessorialDesc, chargeAmt }: Json): Charge[] {
  const [code, amountCents] = [text(accessorialCd), centsIn(object(chargeAmt).amt)];
  if (code === '' || amountCents === null) return [];
  const description = text(accessorialDesc) || code;
  if (code === FUEL) return [{ type: 'fuel_surcharge', code: 'FUEL', description, amountCents }];
  return [{ type: amountCents < 0 ? 'adjustment' : 'accessorial', code, description, amountCents }];
}
