import { callCarrier, joinUrl } from '../adapter-helpers.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { toObject, toObjects, toText } from '../../../../platform/http-client/json.js';
import { InjectableAdapter, type CarrierAccount, type CarrierAdapter } from '../../carrier-adapter.js';
import { requireAnswer, type CarrierRefusal } from '../../carrier-answers.js';
import type { RateRequest } from '../../carrier-requests.js';
import { buildRateQuote, parseAverittRates } from './averitt-rates.js';
import { AverittSettings } from './averitt.settings.js';

const BASE_URL = 'https://api.averittexpress.com';

/** Averitt Express (AVRT): JSON with the API key in the query. It rates only, so a person books. */
@InjectableAdapter()
export class AverittAdapter implements CarrierAdapter<AverittSettings> {
  readonly name = 'averitt';
  readonly settings = AverittSettings;
  readonly title = 'Averitt Express';
  readonly scacs = ['AVRT'];
  readonly grades = { rate: 'C' } as const;

  async rate(request: RateRequest, { settings }: CarrierAccount<AverittSettings>, signal: AbortSignal) {
    const { api_key, base_url = BASE_URL } = settings;
    const answer = await callCarrier({
      method: 'POST',
      url: joinUrl(base_url, 'rate-quotes/ltl'),
      params: { api_key },
      data: buildRateQuote(request, settings),
      safe: true,
      signal,
    });
    return parseAverittRates(requireAnswer(answer, findAverittRefusal(answer)).body);
  }
}

/** Averitt reports errors in `messageStatus` or `errors`, with HTTP 400 or 200. */
export function findAverittRefusal({ status, body }: HttpAnswer): CarrierRefusal | null {
  const { status: outcome, code, message } = toObject(body.messageStatus);
  const words = [message, ...toObjects(body.errors).map((error) => error.message)].map(toText);
  const failed = /^fail/i.test(toText(outcome)) || toObjects(body.errors).length > 0;
  if (status < 400 && !failed) return null;
  return { message: words.filter(Boolean).join(' ') || toText(body.message), code: toText(code) || null };
}
