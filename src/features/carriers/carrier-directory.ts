import type { CarrierFacts } from './carrier-adapter.js';

const ODFL_URL = 'https://www.odfl.com/us/en/tools/trace-track-ltl-freight.html?proNumbers={pro}';
const XPOL_URL = 'https://ext-web.ltl-xpo.com/public-app/shipments?referenceNumber={pro}';
const SAIA_URL = 'https://www.saiasecure.com/tracing/n_manifest.asp?link=y&pro={pro}';
const RLCA_URL = 'https://www.rlcarriers.com/freight/shipping/shipment-tracing?pro={pro}&docType=PRO';
const UPGF_URL = 'https://www.tforcefreight.com/ltl/apps/Tracking?proNumbers={pro}';
const SEFL_URL = 'https://www.sefl.com/webconnect/tracing?Type=PN&RefNum1={pro}';

/**
 * The carriers of every installation, with or without an adapter. Data of an adapter takes precedence. Ids are never changed
 * or reused; add new carriers at the end. Contact data and logos are absent because none is certain.
 */
export const CARRIER_DIRECTORY: readonly CarrierFacts[] = [
  { id: 101, scac: 'FXFE', name: 'FedEx Freight Priority' },
  { id: 102, scac: 'FXNL', name: 'FedEx Freight Economy' },
  { id: 103, scac: 'ODFL', name: 'Old Dominion Freight Line', trackingUrl: ODFL_URL },
  { id: 104, scac: 'XPOL', name: 'XPO', trackingUrl: XPOL_URL },
  { id: 105, scac: 'SAIA', name: 'Saia LTL Freight', trackingUrl: SAIA_URL },
  { id: 106, scac: 'EXLA', name: 'Estes Express Lines' },
  { id: 107, scac: 'RLCA', name: 'R+L Carriers', trackingUrl: RLCA_URL },
  { id: 108, scac: 'UPGF', name: 'TForce Freight', trackingUrl: UPGF_URL },
  { id: 109, scac: 'ABFS', name: 'ABF Freight' },
  { id: 110, scac: 'AVRT', name: 'Averitt Express' },
  { id: 111, scac: 'SEFL', name: 'Southeastern Freight Lines', trackingUrl: SEFL_URL },
  { id: 112, scac: 'AACT', name: 'AAA Cooper Transportation' },
  { id: 113, scac: 'CTII', name: 'Central Transport' },
  { id: 114, scac: 'DAFG', name: 'Dayton Freight Lines' },
  { id: 115, scac: 'PITD', name: 'Pitt Ohio' },
  { id: 116, scac: 'WARD', name: 'Ward Transport & Logistics' },
  { id: 117, scac: 'FWDA', name: 'Forward Air' },
  { id: 118, scac: 'RDFS', name: 'Roadrunner Freight' },
  { id: 119, scac: 'PENS', name: 'Peninsula Truck Lines' },
];

/** Merges the adapters' data into the directory; each carrier appears once. */
export function mergeDirectory(facts: readonly CarrierFacts[]): CarrierFacts[] {
  const carriers = new Map<string, CarrierFacts>();
  for (const carrier of [...CARRIER_DIRECTORY, ...facts]) {
    carriers.set(carrier.scac, { ...carriers.get(carrier.scac), ...carrier });
  }
  return [...carriers.values()];
}
