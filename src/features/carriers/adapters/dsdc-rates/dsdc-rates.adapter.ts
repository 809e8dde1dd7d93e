import { COUNTRIES } from '../../../../domain/countries.js';
import {
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type RawTender,
} from '../../carrier-adapter.js';
import { requireAnswer } from '../../carrier-answers.js';
import type { BookedFreight, RateRequest, TenderRequest } from '../../carrier-requests.js';
import { findEbolRefusal } from '../ebol/ebol-booking.js';
import { EbolClient } from '../ebol/ebol-client.js';
import { buildRateQuote, parseDsdcRates } from './dsdc-rate-quote.js';
import { DsdcRatesSettings } from './dsdc-rates.settings.js';

type Account = CarrierAccount<DsdcRatesSettings>;

const RATE_PATH = 'v1/ratequote/app';

/**
 * Any carrier that accepts DSDC's Rate Quote 1.0: it rates with that standard, and books and cancels with eBOL at the same
 * account. Neither standard has pickups, tracking or documents.
 */
@InjectableAdapter()
export class DsdcRatesAdapter implements CarrierAdapter<DsdcRatesSettings> {
  readonly name = 'dsdc_rates';
  readonly settings = DsdcRatesSettings;
  readonly title = 'DSDC Rate Quote 1.0 and NMFTA eBOL 2.1';
  readonly countries = COUNTRIES;
  readonly grades = { rate: 'A', tender: 'A', cancel: 'A' } as const;
  private readonly client = new EbolClient();

  testSettings(settings: DsdcRatesSettings): DsdcRatesSettings {
    return { ...settings, test_bookings: true };
  }

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal) {
    const data = buildRateQuote(request, settings);
    const path = settings.rate_path ?? RATE_PATH;
    const answer = await this.client.call({ method: 'POST', path, data, safe: true }, settings, signal);
    return parseDsdcRates(requireAnswer(answer, findEbolRefusal(answer)).body, request, settings);
  }

  async tender(request: TenderRequest, account: Account, signal: AbortSignal): Promise<RawTender> {
    return this.client.tender(request, account, signal);
  }

  async cancel(booked: BookedFreight, account: Account, signal: AbortSignal): Promise<void> {
    return this.client.cancel(booked, account, signal);
  }
}
