import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiscoveryService } from '@nestjs/core';
import { Logger } from '@nestjs/common';
import { VerifierChain } from '../../src/features/addresses/verifiers/verifier-chain.js';
import type { PostalAddress } from '../../src/features/addresses/verifiers/verifier.js';
import { Config } from '../../src/config/config.js';

/** The response to one request for an address. `hang` never responds, `drop` closes the connection. */
export type FakeVerifierAnswer =
  { status: number; body: unknown; headers?: Record<string, string> } | 'hang' | 'drop' | 'drip';

export interface FakeVerifier {
  url: string;
  /** The responses to the next requests for an address, in order. The last one repeats. */
  answers: FakeVerifierAnswer[];
  /** The addresses requested so far. */
  requests: unknown[];
  tokens: { given: number; lifetime: string; refused: boolean; delayMs: number };
  /** Revokes all issued tokens. */
  revokeTokens(): void;
  reset(): void;
  close(): Promise<void>;
}

interface VerifierProtocol {
  tokenPath: string;
  /** @throws if the request differs from the provider's documentation */
  checkToken(request: IncomingMessage, body: string): void;
  token(value: string, lifetime: string): unknown;
  addressPath: string;
  /** Returns the requested address. @throws if the request differs from the provider's documentation */
  checkAddress(request: IncomingMessage, url: URL, body: string): unknown;
  answer: unknown;
  refusal: unknown;
}

export const uspsAnswer = (changes: Record<string, unknown> = {}, address: Record<string, unknown> = {}) => ({
  firm: null,
  address: {
    streetAddress: '3120 M ST NW',
    streetAddressAbbreviation: null,
    secondaryAddress: null,
    city: 'WASHINGTON',
    cityAbbreviation: null,
    state: 'DC',
    postalCode: null,
    province: null,
    ZIPCode: '20007',
    ZIPPlus4: '3704',
    urbanization: null,
    country: null,
    countryISOCode: null,
    ...address,
  },
  additionalInfo: { deliveryPoint: '20', carrierRoute: 'C036', DPVConfirmation: 'Y', business: 'Y' },
  corrections: [{ code: '', text: '' }],
  matches: [{ code: '31', text: 'Single Response - exact match' }],
  warnings: [],
  ...changes,
});

export const uspsError = (status: number, detail: string) => ({
  status,
  body: {
    apiVersion: '3.2.3',
    error: { code: String(status), message: 'Something', errors: [{ status: String(status), detail }] },
  },
});

const USPS_PROTOCOL: VerifierProtocol = {
  tokenPath: '/oauth2/v3/token',
  checkToken(request, body) {
    assertEqual(request.headers['content-type'], 'application/json');
    assertEqual(JSON.parse(body), {
      client_id: 'usps-id',
      client_secret: 'usps-secret',
      grant_type: 'client_credentials',
    });
  },
  token: (value, lifetime) => ({
    access_token: value,
    token_type: 'Bearer',
    issued_at: '1763700000000',
    expires_in: lifetime,
    status: 'approved',
    scope: 'addresses',
  }),
  addressPath: '/addresses/v3/address',
  checkAddress(request, { searchParams }) {
    assertEqual(request.method, 'GET');
    const { streetAddress, state, city, ZIPCode, ZIPPlus4, ...rest } = Object.fromEntries(searchParams);
    assertEqual(rest, {});
    if (!streetAddress || !/^[A-Z]{2}$/.test(state ?? '') || !(city || ZIPCode))
      throw new Error('incomplete');
    if (ZIPCode !== undefined && !/^\d{5}$/.test(ZIPCode)) throw new Error('ZIPCode');
    if (ZIPPlus4 !== undefined && !/^\d{4}$/.test(ZIPPlus4)) throw new Error('ZIPPlus4');
    return Object.fromEntries(searchParams);
  },
  answer: uspsAnswer(),
  refusal: { error: { code: '401', message: 'Invalid token' } },
};

const candidate = (classification = '1') => ({
  AddressClassification: { Code: classification, Description: 'Some' },
  AddressKeyFormat: {
    AddressLine: ['26601 ALISO CREEK RD STE D'],
    PoliticalDivision2: 'ALISO VIEJO',
    PoliticalDivision1: 'CA',
    PostcodePrimaryLow: '92656',
    PostcodeExtendedLow: '1521',
    Region: 'ALISO VIEJO CA 92656-1521',
    CountryCode: 'US',
  },
});

/** The presence of the indicator is the result; its value is empty. */
export const upsAnswer = (indicator: string, candidates: unknown = [candidate()]) => ({
  XAVResponse: {
    Response: { ResponseStatus: { Code: '1', Description: 'Success' }, Alert: [] },
    [indicator]: '',
    AddressClassification: { Code: '1', Description: 'Commercial' },
    ...(candidates !== undefined && { Candidate: candidates }),
  },
});
export const upsCandidate = candidate;

const UPS_PROTOCOL: VerifierProtocol = {
  tokenPath: '/security/v1/oauth/token',
  checkToken(request, body) {
    assertEqual(request.headers.authorization, `Basic ${btoa('ups-id:ups-secret')}`);
    if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      throw new Error('form');
    assertEqual(body, 'grant_type=client_credentials');
  },
  token: (value, lifetime) => ({
    token_type: 'Bearer',
    issued_at: '1763700000000',
    client_id: 'ups-id',
    access_token: value,
    expires_in: lifetime,
    refresh_count: '0',
    status: 'approved',
  }),
  addressPath: '/api/addressvalidation/v2/3',
  checkAddress(request, { searchParams }, body) {
    assertEqual(request.method, 'POST');
    assertEqual(Object.fromEntries(searchParams), { maximumcandidatelistsize: '10' });
    const { XAVRequest, ...others } = JSON.parse(body) as {
      XAVRequest: { AddressKeyFormat: Record<string, unknown> };
    };
    assertEqual(others, {});
    const { AddressLine, PoliticalDivision1, CountryCode, Region } = XAVRequest.AddressKeyFormat;
    if (
      !Array.isArray(AddressLine) ||
      AddressLine.length > 3 ||
      AddressLine.some((line) => line.length > 100)
    ) {
      throw new Error('AddressLine');
    }
    assertEqual(
      [/^[A-Z]{2}$/.test(PoliticalDivision1 as string), CountryCode, Region],
      [true, 'US', undefined],
    );
    return XAVRequest.AddressKeyFormat;
  },
  answer: upsAnswer('ValidAddressIndicator'),
  refusal: { response: { errors: [{ code: '250002', message: 'Invalid Authentication Information.' }] } },
};

export const startFakeUsps = (): Promise<FakeVerifier> => startFakeVerifier(USPS_PROTOCOL);
export const startFakeUps = (): Promise<FakeVerifier> => startFakeVerifier(UPS_PROTOCOL);

async function startFakeVerifier(dialect: VerifierProtocol): Promise<FakeVerifier> {
  let accepted = new Set<string>();
  const ok = (): FakeVerifierAnswer => ({ status: 200, body: dialect.answer });
  const fake: FakeVerifier = {
    url: '',
    answers: [ok()],
    requests: [],
    tokens: { given: 0, lifetime: '14399', refused: false, delayMs: 0 },
    revokeTokens: () => accepted.clear(),
    reset() {
      accepted = new Set();
      fake.answers = [ok()];
      fake.requests = [];
      fake.tokens = { given: 0, lifetime: '14399', refused: false, delayMs: 0 };
    },
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
  const server: Server = createServer((request, response) => void handle(request, response));
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const url = new URL(request.url!, 'http://fake');
    try {
      if (url.pathname === dialect.tokenPath) {
        assertEqual(request.method, 'POST');
        dialect.checkToken(request, body);
        await sleep(fake.tokens.delayMs, undefined, { ref: false });
        if (fake.tokens.refused) return sendAnswer(response, { status: 401, body: dialect.refusal });
        const value = `token-${++fake.tokens.given}`;
        accepted.add(value);
        return sendAnswer(response, { status: 200, body: dialect.token(value, fake.tokens.lifetime) });
      }
      assertEqual(url.pathname, dialect.addressPath);
      const asked = dialect.checkAddress(request, url, body);
      fake.requests.push(asked);
      if (!accepted.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))) {
        return sendAnswer(response, { status: 401, body: dialect.refusal });
      }
      return sendAnswer(response, fake.answers.length > 1 ? fake.answers.shift()! : fake.answers[0]!);
    } catch (error) {
      // A request that differs from the documentation gets a status that no test expects.
      return sendAnswer(response, { status: 418, body: { fault: String(error) } });
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

function sendAnswer(response: ServerResponse, how: FakeVerifierAnswer): void {
  if (how === 'hang') return;
  if (how === 'drop') return void response.socket!.destroy();
  if (how === 'drip') {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
    return;
  }
  response.writeHead(how.status, { 'Content-Type': 'application/json', ...how.headers });
  response.end(typeof how.body === 'string' ? how.body : JSON.stringify(how.body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function assertEqual(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
  }
}

export const VERIFIED_BY_USPS = 'Verified by USPS.';
export const VERIFIED_BY_UPS = 'Verified by UPS.';
export const NOT_VERIFIED_BY_USPS = 'Not verified by USPS.';
export const NOT_VERIFIED_BY_UPS = 'Not verified by UPS.';

/** Fakes of both services, and verifier chains that use them. */
export class AddressVerifierFixture {
  private constructor(
    readonly usps: FakeVerifier,
    readonly ups: FakeVerifier,
  ) {}

  static async start(): Promise<AddressVerifierFixture> {
    return new AddressVerifierFixture(await startFakeUsps(), await startFakeUps());
  }

  /** Restores the state after the start. Faults are not logged. */
  reset(): void {
    Logger.overrideLogger(false);
    this.usps.reset();
    this.ups.reset();
  }

  buildSettings(timeout = '5s'): Record<string, string> {
    return {
      USPS_CLIENT_ID: 'usps-id',
      USPS_CLIENT_SECRET: 'usps-secret',
      USPS_BASE_URL: this.usps.url,
      UPS_CLIENT_ID: 'ups-id',
      UPS_CLIENT_SECRET: 'ups-secret',
      UPS_BASE_URL: `${this.ups.url}/`,
      VERIFIER_TIMEOUT: timeout,
    };
  }

  createChain(env: Record<string, string> = this.buildSettings()): VerifierChain {
    const discovery = { getProviders: () => [] } as unknown as DiscoveryService;
    return new VerifierChain(new Config({ DATA_DIR: process.env.TEST_DATA_DIR, ...env }), discovery);
  }

  async close(): Promise<void> {
    await Promise.all([this.usps.close(), this.ups.close()]);
  }
}

let houseNumber = 0;

/** Builds an address that no test has verified before. */
export function buildUniqueAddress(changes: Partial<PostalAddress> = {}): PostalAddress {
  return { street: `${++houseNumber} M ST NW`, city: 'WASHINGTON', state: 'DC', zip: '20007', ...changes };
}

export const okAnswer = (body: unknown): FakeVerifierAnswer => ({ status: 200, body });

export const errorAnswer = (status: number, headers: Record<string, string> = {}): FakeVerifierAnswer => ({
  status,
  body: { error: { message: 'No' } },
  headers,
});
