/** How an organization chooses among prices. */
export interface RateShopping {
  /** SCACs of carriers that are not asked. */
  excludeCarriers: string[];
  /** SCACs of carriers that are recommended before others. */
  preferCarriers: string[];
  /** Business days that a shipment may be under way for; null: no matter how long. */
  cheapestWithinDays: number | null;
}

export const DEFAULT_RATE_SHOPPING: RateShopping = {
  excludeCarriers: [],
  preferCarriers: [],
  cheapestWithinDays: null,
};
