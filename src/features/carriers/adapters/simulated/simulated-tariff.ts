import { ACCESSORIALS } from '../../../../domain/accessorials.js';
import { type Charge, sumCents } from '../../../../domain/charges.js';
import { percentOf } from '../../../../domain/money.js';
import type { RateRequest } from '../../carrier-requests.js';
import type { Guarantee, ServiceLevel, SimulatedCarrier } from './simulated-carriers.js';
import { type Fee, feeCents, feeFor, highCostArea } from './simulated-fees.js';
import { freightByClass, linehaulCharges } from './simulated-linehaul.js';

/** The price of one service level. */
export interface PricedService {
  service: ServiceLevel;
  charges: Charge[];
}

/**
 * What a simulated carrier asks for a shipment, one price per service level. A pure function: no clock, no chance.
 * Order of calculation, as on carriers' freight bills: gross linehaul − discount = net linehaul, which has a minimum;
 * + fuel on the net; + a line per accessorial.
 * @param miles road miles
 * @param factor on every rate and fee; 1 is the carrier's own level
 */
export function priceShipment(
  carrier: SimulatedCarrier,
  request: RateRequest,
  miles: number,
  factor = 1,
): PricedService[] {
  const freight = freightByClass(request.items, carrier.minimumDensity);
  const pounds = freight.reduce((sum, line) => sum + line.pounds, 0);
  const linehaul = netLinehaul(carrier, linehaulCharges(carrier, freight, miles, factor), factor);
  const net = sumCents(linehaul);
  const charges = [
    ...linehaul,
    share('fuel_surcharge', 'FUEL', 'Fuel surcharge', net, carrier.fuel),
    ...feeCharges(request, pounds, carrier.feeFactor * factor),
  ];
  return carrier.services.map((service) => ({
    service,
    charges: service.guarantee ? [...charges, guaranteeCharge(service.guarantee, net, factor)] : charges,
  }));
}

function netLinehaul(carrier: SimulatedCarrier, gross: Charge[], factor: number): Charge[] {
  const charges = [...gross, share('discount', 'DISCOUNT', 'Discount', sumCents(gross), -carrier.discount)];
  const missing = Math.max(1, Math.round(carrier.minimumCents * factor)) - sumCents(charges);
  return missing > 0
    ? [...charges, flat('minimum_charge', 'MINIMUM', 'Minimum charge adjustment', missing)]
    : charges;
}

function feeCharges(request: RateRequest, pounds: number, factor: number): Charge[] {
  const fee = (code: string, description: string, of: Fee) =>
    flat('accessorial', code, description, feeCents(of, pounds, factor));
  const charges = [...new Set(request.accessorials)].map((name) =>
    fee(ACCESSORIALS[name].code, ACCESSORIALS[name].label, feeFor(name, request)),
  );
  const pickup = highCostArea(request.origin.zip);
  if (pickup) charges.push(fee('HIPU', `High-cost pickup area: ${pickup.name}`, pickup.fee));
  const delivery = highCostArea(request.destination.zip);
  if (delivery) charges.push(fee('HIDL', `High-cost delivery area: ${delivery.name}`, delivery.fee));
  return charges;
}

function guaranteeCharge(
  { code, label, basisPoints, minimumCents }: Guarantee,
  net: number,
  factor: number,
): Charge {
  const minimum = Math.max(1, Math.round(minimumCents * factor));
  return flat('accessorial', code, label, Math.max(minimum, percentOf(net, basisPoints)));
}

function flat(type: Charge['type'], code: string, description: string, amountCents: number): Charge {
  return { type, code, description, amountCents, quantity: 1, unit: 'flat', rateCents: amountCents };
}

function share(type: Charge['type'], code: string, what: string, of: number, basisPoints: number): Charge {
  const percent = Math.abs(basisPoints) / 100;
  const description = `${what} ${percent}%`;
  return {
    type,
    code,
    description,
    amountCents: percentOf(of, basisPoints),
    quantity: percent,
    unit: 'percent',
  };
}
