/** Services beyond dock-to-dock transport, each with its NMFTA eBOL 2.1.0 code. */
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
  pickup_appointment: { code: 'APTP', label: 'Pickup appointment' },
  limited_access_pickup: { code: 'LTDAP', label: 'Limited access pickup' },
  limited_access_delivery: { code: 'LTDAD', label: 'Limited access delivery' },
  protect_from_cold: { code: 'PSC', label: 'Protect from freezing' },
  protect_from_heat: { code: 'PSH', label: 'Protect from heat' },
  overlength: { code: 'OVR', label: 'Overlength' },
  single_shipment: { code: 'SS', label: 'Single shipment' },
} as const;

export type Accessorial = keyof typeof ACCESSORIALS;
export const ACCESSORIAL_NAMES = Object.keys(ACCESSORIALS) as Accessorial[];

/** Carriers charge overlength for a handling unit whose longest side has at least these inches. */
export const OVERLENGTH_INCHES = 96;
