import { accessorialsAt, type Side } from '../../addresses/place-accessorials.js';
import type { Address } from '../../addresses/address.entity.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { itemsOf } from '../../quotes/quote-items.js';
import { totalWeight } from '../../quotes/quote.presenter.js';
import { hazmatWarnings, type Warning, type WarningCode } from '../../quotes/quote-warnings.js';
import { ACCESSORIALS } from '../../../domain/accessorials.js';
import type { Freight } from './freight.entity.js';

/** Pounds by which scales differ. */
const TOLERANCE = 1;

const SIDES = { ship_from: 'pickup', ship_to: 'delivery' } as const satisfies Record<string, Side>;

/** The saved address that a request names for a side; null takes back what was known of another, undefined leaves it. */
export type SavedPlaces = { [K in keyof typeof SIDES]?: Address | null | undefined };

type Said = Pick<Freight, 'orderList' | 'commodity' | 'billTo'>;

/** A shipment's warnings with what its draft says now. */
export function withDraft(warnings: Warning[], draft: Said, quote: Quote, places: SavedPlaces): Warning[] {
  const said = [...orderWarnings(draft, quote), ...payerWarnings(draft), ...dangerWarnings(draft)];
  const stale = ({ code, param }: Warning) =>
    OF_ORDERS.includes(code) ||
    code === 'payer_incomplete' ||
    (code === 'hazmat_incomplete' && param.startsWith('freight.')) ||
    (code === 'accessorials_not_quoted' && places[param.split('.')[0] as keyof SavedPlaces] !== undefined);
  return [...warnings.filter((warning) => !stale(warning)), ...said, ...placeWarnings(places, quote)];
}

const OF_ORDERS: readonly WarningCode[] = ['order_weight_exceeded', 'order_packages_exceeded'];

/**
 * What weighs more in the orders than was rated is billed as a reweigh. Orders that weigh less, or don't all say what they
 * weigh, may be a part. As many packages as pieces are all there can be.
 */
function orderWarnings({ orderList }: Said, quote: Quote): Warning[] {
  const sumOf = (numbers: (number | undefined)[]) => numbers.reduce<number>((sum, each = 0) => sum + each, 0);
  const said = (count: number) => count.toLocaleString('en-US');
  const [ordered, rated] = [sumOf(orderList.map(({ weight }) => weight)), totalWeight(quote.items)];
  const [packages, pieces] = [sumOf(orderList.map((order) => order.packages)), piecesOf(quote)];
  return [
    ...(ordered > rated + TOLERANCE
      ? [
          warning(
            'order_weight_exceeded',
            'orders',
            `The orders weigh ${said(ordered)} lb together, and the quote is for ${said(rated)} lb.`,
          ),
        ]
      : []),
    ...(pieces !== null && packages > pieces
      ? [
          warning(
            'order_packages_exceeded',
            'orders',
            `The orders have ${said(packages)} packages together, and the quote ${said(pieces)} pieces.`,
          ),
        ]
      : []),
  ];
}

/** Null unless every line says how many pieces it has. */
function piecesOf(quote: Quote): number | null {
  const pieces = itemsOf(quote).map((item) => item.pieces);
  return pieces.every((count) => count !== undefined) ? pieces.reduce((sum, count) => sum + count, 0) : null;
}

/** The form has the place of whom the carrier bills. */
function payerWarnings({ billTo }: Said): Warning[] {
  if (billTo?.type !== 'third_party') return [];
  const lacking = (['city', 'state', 'zip'] as const).filter((key) => !billTo[key]?.trim());
  if (lacking.length === 0) return [];
  const fields = lacking.map((key) => `bill_to.${key}`).join(', ');
  return [
    warning(
      'payer_incomplete',
      `bill_to.${lacking[0]}`,
      `The bill of lading shows a third party’s whole address: ${fields} is missing.`,
    ),
  ];
}

function dangerWarnings({ commodity }: Said): Warning[] {
  return (commodity?.hazmat ?? []).flatMap((hazmat, at) => hazmatWarnings(hazmat, `freight.hazmat[${at}]`));
}

/** The services that the saved addresses call for and nobody quoted: the carrier bills them, or does without. */
function placeWarnings(places: SavedPlaces, { accessorials }: Quote): Warning[] {
  return (['ship_from', 'ship_to'] as const).flatMap((name) => {
    const address = places[name];
    if (!address) return [];
    const lacking = accessorialsAt(SIDES[name], address).filter((service) => !accessorials.includes(service));
    if (lacking.length === 0) return [];
    const services = lacking.map((service) => `${ACCESSORIALS[service].label} (${service})`).join(', ');
    const side = name === 'ship_from' ? 'origin' : 'destination';
    const message = `The address calls for what the quote is without: ${services}. Request new rates with ${side}.address_id.`;
    return [warning('accessorials_not_quoted', `${name}.address_id`, message)];
  });
}

function warning(code: WarningCode, param: string, message: string): Warning {
  return { code, message, param };
}
