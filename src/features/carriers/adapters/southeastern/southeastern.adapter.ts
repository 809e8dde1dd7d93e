import { setTimeout } from 'node:timers/promises';
import { callCarrier, joinUrl, throwUnreadable } from '../adapter-helpers.js';
import { toText, type Json } from '../../../../platform/http-client/json.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import {
  CarrierFault,
  InjectableAdapter,
  type CarrierAccount,
  type CarrierAdapter,
  type RawRate,
} from '../../carrier-adapter.js';
import { requireAnswer, type CarrierRefusal } from '../../carrier-answers.js';
import type { RateRequest } from '../../carrier-requests.js';
import { buildQuoteForm, parseSoutheasternRate } from './southeastern-rates.js';
import { SoutheasternSettings } from './southeastern.settings.js';

type Account = CarrierAccount<SoutheasternSettings>;

const BASE_URL = 'https://www.sefl.com/webconnect';
/** Milliseconds between two requests for a quote that is not rated yet. */
const POLL_MS = 500;
/** Ends the polling of a caller without a deadline, after 30 seconds. */
const MAX_POLLS = 60;
const NOT_YET_RATED = /not yet been processed/i;

/**
 * Southeastern Freight Lines (SEFL): a form with Basic authentication. It rates asynchronously: the first answer names the place
 * of the quote. Its booking and tracking APIs are not public, so a person books.
 */
@InjectableAdapter()
export class SoutheasternAdapter implements CarrierAdapter<SoutheasternSettings> {
  readonly name = 'southeastern';
  readonly settings = SoutheasternSettings;
  readonly title = 'Southeastern Freight Lines';
  readonly scacs = ['SEFL'];
  readonly grades = { rate: 'B' } as const;

  async rate(request: RateRequest, { settings }: Account, signal: AbortSignal): Promise<RawRate[]> {
    const { base_url: base = BASE_URL, username, password } = settings;
    const send = async (method: string, url: string, data?: URLSearchParams) => {
      const auth = { username, password };
      const headers = { Accept: 'application/json' };
      return callCarrier({ method, url, data, auth, headers, safe: true, signal });
    };
    const form = new URLSearchParams(buildQuoteForm(request, settings));
    const submitted = judge(await send('POST', joinUrl(base, 'ratequotes/rest/submitQuote'), form));
    const location = resolveLocation(submitted, base);
    for (let poll = 0; poll < MAX_POLLS; poll++) {
      const answer = await send('GET', location);
      if (!NOT_YET_RATED.test(toText(answer.body.errorMessage)))
        return [parseSoutheasternRate(judge(answer))];
      await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
    }
    throw new CarrierFault('The carrier did not return a rate in time.');
  }
}

function judge(answer: HttpAnswer): Json {
  return requireAnswer(answer, findRefusal(answer)).body;
}

/** Southeastern reports errors in `errorMessage`, with HTTP 200. */
function findRefusal({ body }: HttpAnswer): CarrierRefusal | null {
  const message = toText(body.errorMessage);
  const failed = message !== '' || toText(body.errorOccured) === 'true' || toText(body.status) === 'ERR';
  return failed ? { message } : null;
}

const QUOTE_PATH = /ratequotes\/rest\/[\w-]+(\?.*)?$/;

/**
 * Returns the address of the quote at the account's own host, whatever host Southeastern names: the request carries the
 * password. @throws CarrierFault if the answer has no address
 */
function resolveLocation({ detailQuoteLocation }: Json, base: string): string {
  const [path] = QUOTE_PATH.exec(toText(detailQuoteLocation).replaceAll('\\', '')) ?? [];
  return joinUrl(base, path ?? throwUnreadable('quote location'));
}
