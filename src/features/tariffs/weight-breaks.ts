/** The weight breaks of a class tariff, by the columns of its file, and from how many pounds each holds. */
export const WEIGHT_BREAKS = [
  { column: 'L5C', from: 0 },
  { column: 'M5C', from: 500 },
  { column: 'M1M', from: 1_000 },
  { column: 'M2M', from: 2_000 },
  { column: 'M5M', from: 5_000 },
  { column: 'M10M', from: 10_000 },
  { column: 'M20M', from: 20_000 },
] as const;
