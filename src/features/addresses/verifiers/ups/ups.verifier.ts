import type { VerifierAccount } from '../../../../config/env.js';
import { AccessToken } from '../../../../platform/http-client/access-token.js';
import { callOut } from '../../../../platform/http-client/http-client.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { OutboundFault } from '../../../../platform/http-client/outbound-fault.js';
import type { AddressVerifier, PostalAddress, Verdict } from '../verifier.js';

/** 3 is validation and classification in one. */
const PATH = '/api/addressvalidation/v2/3?maximumcandidatelistsize=10';
const RESIDENTIAL = '2';

/** The parcel carrier's directory. Source: UPS Address Validation, street level, v2. */
export class UpsVerifier implements AddressVerifier {
  readonly name = 'UPS';
  private readonly token: AccessToken;

  constructor(
    private readonly account: VerifierAccount,
    timeoutMs: number,
  ) {
    this.token = new AccessToken(() => this.fetchToken(AbortSignal.timeout(timeoutMs)));
  }

  async verify(address: PostalAddress, signal: AbortSignal): Promise<Verdict> {
    const { status, body } = await this.token.authorize((token) =>
      callOut({
        method: 'POST',
        url: this.account.baseUrl + PATH,
        data: { XAVRequest: { AddressKeyFormat: toKeyFormat(address) } },
        headers: { Authorization: `Bearer ${token}` },
        signal,
      }),
    );
    if (status !== 200) throw new OutboundFault(`it answered ${status}`);
    return toVerdict(address, toObject(body.XAVResponse));
  }

  private fetchToken(signal: AbortSignal) {
    const { clientId, clientSecret, baseUrl } = this.account;
    return callOut({
      method: 'POST',
      url: `${baseUrl}/security/v1/oauth/token`,
      auth: { username: clientId, password: clientSecret },
      data: new URLSearchParams({ grant_type: 'client_credentials' }),
      signal,
    });
  }
}

/** `Region` is left out: with it UPS ignores city, state and ZIP. */
function toKeyFormat({ street, city, state, zip }: PostalAddress) {
  const [zip5, plus4] = zip?.split('-') ?? [];
  return {
    AddressLine: street.match(/.{1,100}/gsu)!,
    ...(city && { PoliticalDivision2: city }),
    PoliticalDivision1: state,
    ...(zip5 && { PostcodePrimaryLow: zip5 }),
    ...(plus4 && { PostcodeExtendedLow: plus4 }),
    CountryCode: 'US',
  };
}

/** Which indicator is there is the answer; its value is always empty. */
function toVerdict(asked: PostalAddress, answer: Json): Verdict {
  const candidates = toObjects(answer.Candidate);
  if ('ValidAddressIndicator' in answer) {
    const [first] = candidates;
    if (!first) throw new OutboundFault('its answer has no address');
    const { Code } = toObject(first.AddressClassification ?? answer.AddressClassification);
    const hint = 'This is a residence: residential pickup or delivery may be charged.';
    return { valid: true, normalized: toAddress(asked, first), messages: Code === RESIDENTIAL ? [hint] : [] };
  }
  if ('AmbiguousAddressIndicator' in answer) {
    const places = candidates.map((candidate) => formatOneLine(toAddress(asked, candidate)));
    const messages = ['The address is ambiguous.', ...places.map((place) => `It may be ${place}.`)];
    return { valid: false, normalized: asked, messages };
  }
  if ('NoCandidatesIndicator' in answer) {
    return { valid: false, normalized: asked, messages: ['The address was not found.'] };
  }
  throw new OutboundFault('its answer has no indicator');
}

function toAddress(asked: PostalAddress, candidate: Json): PostalAddress {
  const found = toObject(candidate.AddressKeyFormat);
  const lines = Array.isArray(found.AddressLine) ? found.AddressLine : [found.AddressLine];
  return {
    street: lines.map(toText).filter(Boolean).join(' ') || asked.street,
    city: toText(found.PoliticalDivision2) || asked.city,
    state: toText(found.PoliticalDivision1) || asked.state,
    zip:
      [found.PostcodePrimaryLow, found.PostcodeExtendedLow].map(toText).filter(Boolean).join('-') ||
      asked.zip,
  };
}

function formatOneLine({ street, city, state, zip }: PostalAddress): string {
  return [street, city, `${state} ${zip ?? ''}`.trim()].filter(Boolean).join(', ');
}
