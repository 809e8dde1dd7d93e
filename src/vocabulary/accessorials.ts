/** The accessorial services a quote may request, each with its NMFTA eBOL 2.1.0 code. */
export const ACCESSORIALS = {
  origin_liftgate: { code: 'LFTP', label: 'Liftgate at pickup' },
  destination_liftgate: { code: 'LFTD', label: 'Liftgate at delivery' },
  inside_pickup: { code: 'IPU', label: 'Inside pickup' },
  inside_delivery: { code: 'IDL', label: 'Inside delivery' },
  residential_pickup: { code: 'REP', label: 'Residential pickup' },
  residential_delivery: { code: 'RES', label: 'Residential delivery' },
  delivery_appointment: { code: 'APTD', label: 'Delivery appointment' },
  notify_before_delivery: { code: 'MNC', label: 'Notify before delivery' },
  sort_and_segregate: { code: 'SRT', label: 'Sort and segregate' },
  hazmat: { code: 'HAZ', label: 'Hazardous materials' },
} as const;

export type Accessorial = keyof typeof ACCESSORIALS;
export const ACCESSORIAL_NAMES = Object.keys(ACCESSORIALS) as Accessorial[];
