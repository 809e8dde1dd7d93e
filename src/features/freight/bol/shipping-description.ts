import type { RateItem } from '../../carriers/carrier-requests.js';
import { formatHazardClasses, type Hazmat } from '../../../domain/hazmat.js';
import { UNIT_TYPES } from '../../../domain/unit-types.js';

const pounds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/**
 * Formats the shipping description by 49 CFR 172.202(a) and (b), in the required sequence: UN number, proper shipping name
 * with the technical name in parentheses, hazard classes, packing group. RQ goes first. The entries of 172.203, the
 * packages and the total quantity follow.
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

/** `12 Drum`: the packages or, if they were not counted, the handling units. */
function formatPackages({ pieces, packaging_type: packaging, quantity, handling_unit_type: unit }: RateItem) {
  return pieces !== undefined && packaging !== undefined
    ? `${pieces} ${UNIT_TYPES[packaging].label}`
    : `${quantity} ${UNIT_TYPES[unit].label}`;
}
