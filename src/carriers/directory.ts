/** One carrier of the directory that all organizations share. */
export interface DirectoryCarrier {
  /** The same in every installation and for good. */
  id: number;
  name: string;
  scac: string;
  carrierType: 'ltl';
  /** A page of the carrier, with `{pro}` where the PRO number goes; null when unknown. */
  trackingUrl: string | null;
  contact: string | null;
  phone: string | null;
  email: string | null;
  logoUrl: string | null;
}

/** Contact data and logos stay unknown: none is shown that isn't certain. */
function carrier(
  id: number,
  scac: string,
  name: string,
  trackingUrl: string | null = null,
): DirectoryCarrier {
  return {
    id,
    name,
    scac,
    carrierType: 'ltl',
    trackingUrl,
    contact: null,
    phone: null,
    email: null,
    logoUrl: null,
  };
}

const ODFL_URL = 'https://www.odfl.com/us/en/tools/trace-track-ltl-freight.html?proNumbers={pro}';
const XPOL_URL = 'https://ext-web.ltl-xpo.com/public-app/shipments?referenceNumber={pro}';
const SAIA_URL = 'https://www.saiasecure.com/tracing/n_manifest.asp?link=y&pro={pro}';
const RLCA_URL = 'https://www.rlcarriers.com/freight/shipping/shipment-tracing?pro={pro}&docType=PRO';
const UPGF_URL = 'https://www.tforcefreight.com/ltl/apps/Tracking?proNumbers={pro}';
const SEFL_URL = 'https://www.sefl.com/webconnect/tracing?Type=PN&RefNum1={pro}';

/** Made up, for test mode only. Real SCACs are letters only: one with a digit never becomes somebody's. */
const SIMULATED: DirectoryCarrier[] = [
  carrier(1, 'SIM1', 'Cobalt Peak Freight'),
  carrier(2, 'SIM2', 'Prairie Star LTL'),
  carrier(3, 'SIM3', 'Fox Harbor Express'),
  carrier(4, 'SIM4', 'Juniper Crown Freightways'),
  carrier(5, 'SIM5', 'Feather and Anvil Freight'),
];
export const SIMULATED_SCACS: readonly string[] = SIMULATED.map(({ scac }) => scac);

/** The carriers every installation knows. An id is never changed or used again; new carriers come at the end. */
export const CARRIER_DIRECTORY: DirectoryCarrier[] = [
  ...SIMULATED,
  carrier(101, 'FXFE', 'FedEx Freight Priority'),
  carrier(102, 'FXNL', 'FedEx Freight Economy'),
  carrier(103, 'ODFL', 'Old Dominion Freight Line', ODFL_URL),
  carrier(104, 'XPOL', 'XPO', XPOL_URL),
  carrier(105, 'SAIA', 'Saia LTL Freight', SAIA_URL),
  carrier(106, 'EXLA', 'Estes Express Lines'),
  carrier(107, 'RLCA', 'R+L Carriers', RLCA_URL),
  carrier(108, 'UPGF', 'TForce Freight', UPGF_URL),
  carrier(109, 'ABFS', 'ABF Freight'),
  carrier(110, 'AVRT', 'Averitt Express'),
  carrier(111, 'SEFL', 'Southeastern Freight Lines', SEFL_URL),
  carrier(112, 'AACT', 'AAA Cooper Transportation'),
  carrier(113, 'CTII', 'Central Transport'),
  carrier(114, 'DAFG', 'Dayton Freight Lines'),
  carrier(115, 'PITD', 'Pitt Ohio'),
  carrier(116, 'WARD', 'Ward Transport & Logistics'),
  carrier(117, 'FWDA', 'Forward Air'),
  carrier(118, 'RDFS', 'Roadrunner Freight'),
  carrier(119, 'PENS', 'Peninsula Truck Lines'),
];
