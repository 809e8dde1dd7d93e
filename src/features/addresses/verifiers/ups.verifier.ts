import type { VerifierAccount } from '../../../config/config.js';
import { AccessToken } from '../../../platform/http-client/access-token.js';
import { callOut } from '../../../platform/http-client/http-client.js';
import { toObject, toObjects, toText, type Json } from '../../../platform/http-client/json.js';
import { OutboundFault } from '../../../platform/http-client/outbound-fault.js';
import type { AddressVerifier, PostalAddress, Verdict } from './verifier.js';

/** 3 is validation and classification in one. */
const PATH = '/api/addressvalidation/v2/3?maximumcandidatelistsize=10';
const RESIDENTIAL = '2';

/** Verifies addresses by the UPS Address Validation API, street level, v2. */
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
    if (status !== 200) throw new OutboundFault(`it returned HTTP ${status}`);
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

/** Builds the request without `Region`: with it UPS ignores city, state and ZIP. */
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

/** Reads which indicator the response has. The value of an indicator is always empty. */
function toVerdict(address: PostalAddress, response: Json): Verdict {
  const candidates = toObjects(response.Candidate);
  if ('ValidAddressIndicator' in response) {
    const [first] = candidates;
    if (!first) throw new OutboundFault('the response has no address');
    const { Code } = toObject(first.AddressClassification ?? response.AddressClassification);
    const hint = 'This is a residence. The carrier may charge for residential pickup or delivery.';
    return {
      valid: true,
      normalized: toAddress(address, first),
      messages: Code === RESIDENTIAL ? [hint] : [],
    };
  }
  if ('AmbiguousAddressIndicator' in response) {
    const places = candidates.map((candidate) => formatOneLine(toAddress(address, candidate)));
    const messages = ['Several addresses match.', ...places.map((place) => `Possible match: ${place}.`)];
    return { valid: false, normalized: address, messages };
  }
  if ('NoCandidatesIndicator' in response) {
    return { valid: false, normalized: address, messages: ['The address was not found.'] };
  }
  throw new OutboundFault('the response has no indicator');
}

function toAddress(address: PostalAddress, candidate: Json): PostalAddress {
  const found = toObject(candidate.AddressKeyFormat);
  const lines = Array.isArray(found.AddressLine) ? found.AddressLine : [found.AddressLine];
  return {
    street: lines.map(toText).filter(Boolean).join(' ') || address.street,
    city: toText(found.PoliticalDivision2) || address.city,
    state: toText(found.PoliticalDivision1) || address.state,
    zip:
      [found.PostcodePrimaryLow, found.PostcodeExtendedLow].map(toText).filter(Boolean).join('-') ||
      address.zip,
  };
}

function formatOneLine({ street, city, state, zip }: PostalAddress): string {
  return [street, city, `${state} ${zip ?? ''}`.trim()].filter(Boolean).join(', ');
}
