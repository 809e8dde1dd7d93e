import { listStopAccessorials, type StopType } from '../../addresses/place-accessorials.js';
import type { Address } from '../../addresses/address.entity.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { toRateItems } from '../../quotes/rate-request.js';
import { computeTotalWeight } from '../../quotes/quote.mapper.js';
import type { Warning, WarningCode } from '../../../domain/warnings.js';
import { buildHazmatWarnings } from '../../quotes/quote-warnings.js';
import { ACCESSORIALS } from '../../../domain/accessorials.js';
import type { Freight } from './freight.entity.js';

/** Allows for differences between scales. */
const WEIGHT_TOLERANCE_LB = 1;

const ACCESSORIAL_SIDES = { ship_from: 'pickup', ship_to: 'delivery' } as const satisfies Record<
  string,
  StopType
>;

type Side = keyof typeof ACCESSORIAL_SIDES;

/** The saved address that a request names for each side. Null removes its warnings, undefined keeps them. */
export type SavedPartyAddresses = { [K in Side]?: Address | null | undefined };

type DraftDetails = Pick<Freight, 'orderList' | 'commodity' | 'billTo'>;

/** Replaces the warnings that depend on the draft. */
export function refreshDraftWarnings(
  warnings: Warning[],
  draft: DraftDetails,
  quote: Quote,
  addresses: SavedPartyAddresses,
): Warning[] {
  const isStale = ({ code, param }: Warning) =>
    ORDER_WARNING_CODES.includes(code) ||
    code === 'payer_incomplete' ||
    (code === 'hazmat_incomplete' && param.startsWith('freight.')) ||
    (code === 'accessorials_not_quoted' && addresses[param.split('.')[0] as Side] !== undefined);
  return [
    ...warnings.filter((warning) => !isStale(warning)),
    ...buildOrderWarnings(draft, quote),
    ...buildPayerWarnings(draft),
    ...(draft.commodity?.hazmat ?? []).flatMap((hazmat, index) =>
      buildHazmatWarnings(hazmat, `freight.hazmat[${index}]`),
    ),
    ...buildAccessorialWarnings(addresses, quote),
  ];
}

const ORDER_WARNING_CODES: readonly WarningCode[] = ['order_weight_exceeded', 'order_packages_exceeded'];

/** Warns if the orders exceed the quote. Orders below it may be a part of the shipment. */
function buildOrderWarnings({ orderList }: DraftDetails, quote: Quote): Warning[] {
  const sum = (numbers: (number | undefined)[]) =>
    numbers.reduce<number>((total, number = 0) => total + number, 0);
  const format = (count: number) => count.toLocaleString('en-US');
  const warnings: Warning[] = [];
  const [weight, quotedWeight] = [
    sum(orderList.map((order) => order.weight)),
    computeTotalWeight(quote.items),
  ];
  if (weight > quotedWeight + WEIGHT_TOLERANCE_LB)
    warnings.push({
      code: 'order_weight_exceeded',
      param: 'orders',
      message: `The orders weigh ${format(weight)} lb in total, but the quote is for ${format(quotedWeight)} lb.`,
    });
  const [packages, pieces] = [sum(orderList.map((order) => order.packages)), countPieces(quote)];
  if (pieces !== null && packages > pieces)
    warnings.push({
      code: 'order_packages_exceeded',
      param: 'orders',
      message: `The orders have ${format(packages)} packages in total, but the quote is for ${format(pieces)} pieces.`,
    });
  return warnings;
}

/** Returns null unless every item has a number of pieces. */
function countPieces(quote: Quote): number | null {
  const pieces = toRateItems(quote).map((item) => item.pieces);
  return pieces.every((count) => count !== undefined) ? pieces.reduce((sum, count) => sum + count, 0) : null;
}

function buildPayerWarnings({ billTo }: DraftDetails): Warning[] {
  if (billTo?.type !== 'third_party') return [];
  const missing = (['city', 'state', 'zip'] as const).filter((key) => !billTo[key]?.trim());
  if (missing.length === 0) return [];
  const fields = missing.map((key) => `bill_to.${key}`).join(', ');
  const message = `The bill of lading requires the full address of a third-party payer. Add ${fields}.`;
  return [{ code: 'payer_incomplete', param: `bill_to.${missing[0]}`, message }];
}

/** Warns of accessorials that a saved address requires and the quote lacks. */
function buildAccessorialWarnings(addresses: SavedPartyAddresses, { accessorials }: Quote): Warning[] {
  return (['ship_from', 'ship_to'] as const).flatMap((name) => {
    const address = addresses[name];
    if (!address) return [];
    const missing = listStopAccessorials(ACCESSORIAL_SIDES[name], address).filter(
      (service) => !accessorials.includes(service),
    );
    if (missing.length === 0) return [];
    const services = missing.map((service) => `${ACCESSORIALS[service].label} (${service})`).join(', ');
    const side = name === 'ship_from' ? 'origin' : 'destination';
    const message = `The saved address requires services that the quote lacks: ${services}. Request new quotes with ${side}.address_id.`;
    return [{ code: 'accessorials_not_quoted' as const, param: `${name}.address_id`, message }];
  });
}
