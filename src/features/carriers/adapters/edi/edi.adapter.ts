import { InjectableAdapter, type CarrierAdapter } from '../../carrier-adapter.js';
import { EdiSettings } from './edi.settings.js';

/** The name of the adapter, by which the EDI feature finds its connections. */
export const EDI_ADAPTER = 'edi';

/**
 * Any carrier that trades X12. It has no operations: a tariff has the rates, and the EDI feature writes the tenders for its
 * trading partner.
 */
@InjectableAdapter()
export class EdiAdapter implements CarrierAdapter<EdiSettings> {
  readonly name = EDI_ADAPTER;
  readonly settings = EdiSettings;
  readonly title = 'EDI (X12 204, 211)';
  readonly callsOut = false;
}
