import { ACCESSORIALS } from '../../../../domain/accessorials.js';
import { type Charge, sumCents } from '../../../../domain/charges.js';
import { percentOf } from '../../../../domain/money.js';
import type { RateRequest } from '../../carrier-requests.js';
import type { Guarantee, ServiceLevel, SimulatedCarrier } from './simulated-carriers.js';
import { type Fee, computeFeeCents, findFee, findHighCostArea } from './simulated-fees.js';
import { groupByClass, buildSimulatedLinehaul } from './simulated-linehaul.js';

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
export function priceFreight(
  carrier: SimulatedCarrier,
  request: RateRequest,
  miles: number,
  factor = 1,
): PricedService[] {
  const freight = groupByClass(request.items, carrier.minimumDensity);
  const pounds = freight.reduce((sum, line) => sum + line.pounds, 0);
  const linehaul = applyDiscountAndMinimum(
    carrier,
    buildSimulatedLinehaul(carrier, freight, miles, factor),
    factor,
  );
  const net = sumCents(linehaul);
  const charges = [
    ...linehaul,
    buildPercentCharge('fuel_surcharge', 'FUEL', 'Fuel surcharge', net, carrier.fuelBasisPoints),
    ...buildFeeCharges(request, pounds, carrier.feeFactor * factor),
  ];
  return carrier.services.map((service) => ({
    service,
    charges: service.guarantee ? [...charges, buildGuaranteeCharge(service.guarantee, net, factor)] : charges,
  }));
}

function applyDiscountAndMinimum(carrier: SimulatedCarrier, gross: Charge[], factor: number): Charge[] {
  const charges = [
    ...gross,
    buildPercentCharge('discount', 'DISCOUNT', 'Discount', sumCents(gross), -carrier.discountBasisPoints),
  ];
  const missing = Math.max(1, Math.round(carrier.minimumCents * factor)) - sumCents(charges);
  return missing > 0
    ? [...charges, buildFlatCharge('minimum_charge', 'MINIMUM', 'Minimum charge adjustment', missing)]
    : charges;
}

function buildFeeCharges(request: RateRequest, pounds: number, factor: number): Charge[] {
  const fee = (code: string, description: string, of: Fee) =>
    buildFlatCharge('accessorial', code, description, computeFeeCents(of, pounds, factor));
  const charges = [...new Set(request.accessorials)].map((name) =>
    fee(ACCESSORIALS[name].code, ACCESSORIALS[name].label, findFee(name, request)),
  );
  const pickup = findHighCostArea(request.origin.zip);
  if (pickup) charges.push(fee('HIPU', `High-cost pickup area: ${pickup.name}`, pickup.fee));
  const delivery = findHighCostArea(request.destination.zip);
  if (delivery) charges.push(fee('HIDL', `High-cost delivery area: ${delivery.name}`, delivery.fee));
  return charges;
}

function buildGuaranteeCharge(
  { code, label, basisPoints, minimumCents }: Guarantee,
  net: number,
  factor: number,
): Charge {
  const minimum = Math.max(1, Math.round(minimumCents * factor));
  return buildFlatCharge('accessorial', code, label, Math.max(minimum, percentOf(net, basisPoints)));
}

function buildFlatCharge(
  type: Charge['type'],
  code: string,
  description: string,
  amountCents: number,
): Charge {
  return { type, code, description, amountCents, quantity: 1, unit: 'flat', rateCents: amountCents };
}

function buildPercentCharge(
  type: Charge['type'],
  code: string,
  what: string,
  of: number,
  basisPoints: number,
): Charge {
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
