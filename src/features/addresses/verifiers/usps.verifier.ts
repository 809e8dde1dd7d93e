import type { VerifierAccount } from '../../../config/config.js';
import { AccessToken } from '../../../platform/http-client/access-token.js';
import { callOut } from '../../../platform/http-client/http-client.js';
import { toObject, toObjects, toText, type Json } from '../../../platform/http-client/json.js';
import { OutboundFault } from '../../../platform/http-client/outbound-fault.js';
import type { AddressVerifier, PostalAddress, Verdict } from './verifier.js';

/** Messages by `DPVConfirmation`. Any other value means that the delivery point is not confirmed. */
const DPV_MESSAGES: Record<string, string | null> = {
  Y: null,
  D: 'The building is confirmed, but a suite or unit number is missing.',
  S: 'The building is confirmed, but the suite or unit number is not.',
};

/** Verifies addresses by the USPS Addresses API v3. */
export class UspsVerifier implements AddressVerifier {
  readonly name = 'USPS';
  private readonly token: AccessToken;

  constructor(
    private readonly account: VerifierAccount,
    timeoutMs: number,
  ) {
    this.token = new AccessToken(() => this.fetchToken(AbortSignal.timeout(timeoutMs)));
  }

  async verify(address: PostalAddress, signal: AbortSignal): Promise<Verdict | null> {
    if (!address.city && !address.zip) return null;
    const { status, body } = await this.token.authorize((token) => this.lookUp(address, token, signal));
    if (status === 200) return toVerdict(address, body);
    if (status !== 400 && status !== 404) throw new OutboundFault(`it returned HTTP ${status}`);
    return { valid: false, normalized: address, messages: [parseReason(body)] };
  }

  private fetchToken(signal: AbortSignal) {
    const { clientId, clientSecret, baseUrl } = this.account;
    return callOut({
      method: 'POST',
      url: `${baseUrl}/oauth2/v3/token`,
      data: { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' },
      signal,
    });
  }

  private lookUp({ street, city, state, zip }: PostalAddress, token: string, signal: AbortSignal) {
    const [zip5, plus4] = zip?.split('-') ?? [];
    return callOut({
      method: 'GET',
      url: `${this.account.baseUrl}/addresses/v3/address`,
      params: {
        streetAddress: street,
        ...(city && { city }),
        state,
        ...(zip5 && { ZIPCode: zip5 }),
        ...(plus4 && { ZIPPlus4: plus4 }),
      },
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
      signal,
    });
  }
}

function toVerdict(address: PostalAddress, body: Json): Verdict {
  const found = toObject(body.address);
  const normalized = {
    street: [found.streetAddress, found.secondaryAddress].map(toText).filter(Boolean).join(' '),
    city: toText(found.city) || address.city,
    state: toText(found.state) || address.state,
    zip: [found.ZIPCode, found.ZIPPlus4].map(toText).filter(Boolean).join('-') || address.zip,
  };
  if (normalized.street === '') throw new OutboundFault('the response has no address');
  const { DPVConfirmation, business } = toObject(body.additionalInfo);
  const point = DPV_MESSAGES[toText(DPVConfirmation)];
  const valid = point !== undefined;
  // USPS returns a correction with an empty code if it corrected nothing.
  const corrections = toObjects(body.corrections).filter(({ code }) => toText(code) !== '');
  return {
    valid,
    normalized,
    messages: [
      valid ? point : 'The delivery point is not confirmed.',
      ...corrections.map((correction) => toText(correction.text)),
      business === 'N'
        ? 'This is not a business address. The carrier may charge for residential pickup or delivery.'
        : null,
    ].filter((message): message is string => !!message),
  };
}

function parseReason(body: Json): string {
  const error = toObject(body.error);
  const [first = {}] = toObjects(error.errors);
  return toText(first.detail) || toText(error.message) || 'The address was not found.';
}
