import { COUNTRIES } from '../../../../domain/countries.js';
import {
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type RawTender,
} from '../../carrier-adapter.js';
import type { BookedFreight, TenderRequest } from '../../carrier-requests.js';
import { EbolClient } from './ebol-client.js';
import { EbolSettings } from './ebol.settings.js';

type Account = CarrierAccount<EbolSettings>;

/**
 * Any carrier that accepts NMFTA's eBOL 2.1.0, e.g. Old Dominion: books and cancels. The standard has no rates, pickups or
 * tracking. A tariff has the rates, and pickups are requested by phone. Old Dominion's paths and token come from public clients.
 */
@InjectableAdapter()
export class EbolAdapter implements CarrierAdapter<EbolSettings> {
  readonly name = 'ebol';
  readonly settings = EbolSettings;
  readonly title = 'NMFTA eBOL 2.1';
  readonly countries = COUNTRIES;
  readonly grades = { tender: 'A', cancel: 'A' } as const;
  private readonly client = new EbolClient();

  testSettings(settings: EbolSettings): EbolSettings {
    return { ...settings, test_bookings: true };
  }

  async tender(request: TenderRequest, account: Account, signal: AbortSignal): Promise<RawTender> {
    return this.client.tender(request, account, signal);
  }

  async cancel(booked: BookedFreight, account: Account, signal: AbortSignal): Promise<void> {
    return this.client.cancel(booked, account, signal);
  }
}
