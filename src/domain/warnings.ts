export const WARNING_CODES = [
  'class_density_mismatch',
  'tender_not_mailed',
  'liftgate_limit',
  'overlength',
  'pickup_moved',
  'ship_date_forced',
  'pickup_changes_price',
  'ignored_field',
  'limited_access_suspected',
  'order_weight_exceeded',
  'city_zip_mismatch',
  'order_packages_exceeded',
  'pieces_fewer_than_units',
  'hazmat_incomplete',
  'accessorials_not_quoted',
  'payer_incomplete',
  'documents_missing',
  'declared_value_not_priced',
  'cubic_capacity',
  'tariffs_overlap',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/** A likely difference between the quote and the carrier's bill. It never rejects a request. */
export interface Warning {
  code: WarningCode;
  message: string;
  /** The field of the rate request. */
  param: string;
}

export function buildWarning(code: WarningCode, param: string, message: string): Warning {
  return { code, message, param };
}
