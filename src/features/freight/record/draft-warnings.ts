import { listStopAccessorials, type StopType } from '../../addresses/place-accessorials.js';
import type { Address } from '../../addresses/address.entity.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { toRateItems } from '../../quotes/rate-request.js';
import { computeTotalWeight } from '../../quotes/quote.mapper.js';
import { buildHazmatWarnings, type Warning, type WarningCode } from '../../quotes/quote-warnings.js';
import { ACCESSORIALS } from '../../../domain/accessorials.js';
import type { Freight } from './freight.entity.js';

/** Pounds by which scales differ. */
const WEIGHT_TOLERANCE_LB = 1;

const ACCESSORIAL_SIDES = { ship_from: 'pickup', ship_to: 'delivery' } as const satisfies Record<
  string,
  StopType
>;

/** The saved address that a request names for a side; null takes back what was known of another, undefined leaves it. */
export type SavedPartyAddresses = { [K in keyof typeof ACCESSORIAL_SIDES]?: Address | null | undefined };

type DraftDetails = Pick<Freight, 'orderList' | 'commodity' | 'billTo'>;

/** A shipment's warnings with what its draft says now. */
export function refreshDraftWarnings(
  warnings: Warning[],
  draft: DraftDetails,
  quote: Quote,
  places: SavedPartyAddresses,
): Warning[] {
  const said = [
    ...buildOrderWarnings(draft, quote),
    ...buildPayerWarnings(draft),
    ...buildDraftHazmatWarnings(draft),
  ];
  const stale = ({ code, param }: Warning) =>
    ORDER_WARNING_CODES.includes(code) ||
    code === 'payer_incomplete' ||
    (code === 'hazmat_incomplete' && param.startsWith('freight.')) ||
    (code === 'accessorials_not_quoted' &&
      places[param.split('.')[0] as keyof SavedPartyAddresses] !== undefined);
  return [
    ...warnings.filter((warning) => !stale(warning)),
    ...said,
    ...buildAccessorialWarnings(places, quote),
  ];
}

const ORDER_WARNING_CODES: readonly WarningCode[] = ['order_weight_exceeded', 'order_packages_exceeded'];

/**
 * What weighs more in the orders than was rated is billed as a reweigh. Orders that weigh less, or don't all say what they
 * weigh, may be a part. As many packages as pieces are all there can be.
 */
function buildOrderWarnings({ orderList }: DraftDetails, quote: Quote): Warning[] {
  const sumOf = (numbers: (number | undefined)[]) => numbers.reduce<number>((sum, each = 0) => sum + each, 0);
  const said = (count: number) => count.toLocaleString('en-US');
  const [ordered, rated] = [sumOf(orderList.map(({ weight }) => weight)), computeTotalWeight(quote.items)];
  const [packages, pieces] = [sumOf(orderList.map((order) => order.packages)), countPieces(quote)];
  return [
    ...(ordered > rated + WEIGHT_TOLERANCE_LB
      ? [
          buildWarning(
            'order_weight_exceeded',
            'orders',
            `The orders weigh ${said(ordered)} lb together, and the quote is for ${said(rated)} lb.`,
          ),
        ]
      : []),
    ...(pieces !== null && packages > pieces
      ? [
          buildWarning(
            'order_packages_exceeded',
            'orders',
            `The orders have ${said(packages)} packages together, and the quote ${said(pieces)} pieces.`,
          ),
        ]
      : []),
  ];
}

/** Null unless every line says how many pieces it has. */
function countPieces(quote: Quote): number | null {
  const pieces = toRateItems(quote).map((item) => item.pieces);
  return pieces.every((count) => count !== undefined) ? pieces.reduce((sum, count) => sum + count, 0) : null;
}

/** The form has the place of whom the carrier bills. */
function buildPayerWarnings({ billTo }: DraftDetails): Warning[] {
  if (billTo?.type !== 'third_party') return [];
  const lacking = (['city', 'state', 'zip'] as const).filter((key) => !billTo[key]?.trim());
  if (lacking.length === 0) return [];
  const fields = lacking.map((key) => `bill_to.${key}`).join(', ');
  return [
    buildWarning(
      'payer_incomplete',
      `bill_to.${lacking[0]}`,
      `The bill of lading shows a third party’s whole address: ${fields} is missing.`,
    ),
  ];
}

function buildDraftHazmatWarnings({ commodity }: DraftDetails): Warning[] {
  return (commodity?.hazmat ?? []).flatMap((hazmat, at) =>
    buildHazmatWarnings(hazmat, `freight.hazmat[${at}]`),
  );
}

/** The services that the saved addresses call for and nobody quoted: the carrier bills them, or does without. */
function buildAccessorialWarnings(places: SavedPartyAddresses, { accessorials }: Quote): Warning[] {
  return (['ship_from', 'ship_to'] as const).flatMap((name) => {
    const address = places[name];
    if (!address) return [];
    const lacking = listStopAccessorials(ACCESSORIAL_SIDES[name], address).filter(
      (service) => !accessorials.includes(service),
    );
    if (lacking.length === 0) return [];
    const services = lacking.map((service) => `${ACCESSORIALS[service].label} (${service})`).join(', ');
    const side = name === 'ship_from' ? 'origin' : 'destination';
    const message = `The address calls for what the quote is without: ${services}. Request new rates with ${side}.address_id.`;
    return [buildWarning('accessorials_not_quoted', `${name}.address_id`, message)];
  });
}

function buildWarning(code: WarningCode, param: string, message: string): Warning {
  return { code, message, param };
}
