import type { CarrierAccount, CarrierAdapter, CarrierDocumentType } from '../carrier-adapter.js';
import type { BookedFreight, RateRequest, TenderRequest } from '../carrier-requests.js';
import type { FakeCarrierServer } from './fake-carrier-server.js';

/** What the checks try: an adapter, a fake of its carrier, and what to ask. */
export interface ConformanceSubject<Settings extends object = object> {
  /** A new one for each check. */
  adapter(): CarrierAdapter<Settings>;
  /** Absent when the adapter makes no calls; what a carrier can do to a connection is then not tried. */
  fake?: FakeCarrierServer;
  /** Leads to the fake. */
  account: CarrierAccount<Settings>;
  /** Settings that a connection can't be without, by name. */
  requiredSettings: readonly string[];
  /** What may stand in no error: keys, passwords, and each as it is sent, e.g. in base64. */
  secrets: readonly string[];
  /** Two shipments without accessorials that the carrier rates, at different prices. */
  requests: readonly [RateRequest, RateRequest];
  /** What the fake asks for each of them, in cents, at its cheapest service level. */
  prices?: readonly [number, number];
  /** A booking the carrier takes, under a reference of the check's own. */
  tender(reference: string): TenderRequest;
  /** A number the carrier has scans of, and when they happened: ISO 8601 with offset, oldest first. */
  tracked?: { proNumber: string; instants: readonly string[] };
  /** A booking of which the fake has documents of these types, and none of the others. */
  documented?: { booked: BookedFreight; types: readonly CarrierDocumentType[] };
}

/** One rule of the port, by itself. `run` throws when the adapter breaks it. Checks of one fake run one after the other. */
export interface CarrierCheck {
  name: string;
  run(): Promise<void>;
}
