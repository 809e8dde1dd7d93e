import type { RateItem } from '../../carriers/carrier-requests.js';
import { formatHazardClasses, type Hazmat } from '../../../domain/hazmat.js';
import { UNIT_TYPES } from '../../../domain/unit-types.js';

const pounds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/**
 * The shipping description of 49 CFR 172.202(a) and (b), in its sequence and with nothing between: UN number, proper
 * shipping name with the technical name in parentheses, class with the subsidiary ones, packing group. RQ stands before it, the words of 172.203
 * behind it, then number and kind of packages and the total quantity.
 */
export function formatShippingDescription(hazmat: Hazmat, item: RateItem): string {
  const { proper_shipping_name: name, technical_name: technical, packing_group: group } = hazmat;
  const description = [
    hazmat.reportable_quantity && 'RQ',
    hazmat.un_number,
    technical ? `${name} (${technical})` : name,
    formatHazardClasses(hazmat),
    group && `PG ${group}`,
    hazmat.limited_quantity && 'Limited Quantity',
    hazmat.marine_pollutant && 'Marine Pollutant',
  ].filter(Boolean);
  return `${description.join(', ')} · ${formatPackages(item)}, ${pounds.format(hazmat.weight ?? item.weight)} lb`;
}

/** `12 Drum`: the packages; where nobody counted them, what they stand on. */
function formatPackages({ pieces, packaging_type: packaging, quantity, handling_unit_type: unit }: RateItem) {
  return pieces !== undefined && packaging !== undefined
    ? `${pieces} ${UNIT_TYPES[packaging].label}`
    : `${quantity} ${UNIT_TYPES[unit].label}`;
}
