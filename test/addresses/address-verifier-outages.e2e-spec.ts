import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { VerifierChain } from '../../src/features/addresses/verifiers/verifier-chain.js';
import type { Verdict } from '../../src/features/addresses/verifiers/verifier.js';
import {
  uspsAnswer,
  type FakeVerifierAnswer,
  VERIFIED_BY_UPS,
  VERIFIED_BY_USPS,
  buildUniqueAddress,
  okAnswer,
  errorAnswer,
  AddressVerifierFixture,
} from '../support/fake-address-verifiers.js';

const fakes = await AddressVerifierFixture.start();
const { usps, ups } = fakes;
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

describe('outages of address verifiers', () => {
  let chain: VerifierChain;
  beforeEach(() => {
    chain = fakes.createChain();
  });
  const verify = async (address = buildUniqueAddress()): Promise<Verdict> => (await chain.verify(address))!;

  describe('faults', () => {
    const faults: [string, FakeVerifierAnswer][] = [
      ['a 500', errorAnswer(500)],
      ['a 503', errorAnswer(503)],
      ['a 429', errorAnswer(429)],
      ['a cut connection', 'drop'],
      ['no response', 'hang'],
      ['a slow response without an end', 'drip'],
      ['a redirect', { status: 302, body: '', headers: { Location: 'http://127.0.0.1:1/' } }],
      ['HTML', { status: 200, body: '<html>' }],
      ['an empty JSON object', { status: 200, body: {} }],
      ['a JSON array', { status: 200, body: [null] }],
      ['a response above the size limit', { status: 200, body: 'x'.repeat(1_100_000) }],
    ];

    it.each(faults)('use UPS after %s from USPS', async (_name, fault) => {
      chain = fakes.createChain(fakes.buildSettings('500ms'));
      usps.answers = [fault];
      expect((await verify()).messages[0]).toBe(VERIFIED_BY_UPS);
    });

    it.each(faults)('return no verdict after %s from both verifiers', async (_name, fault) => {
      chain = fakes.createChain(fakes.buildSettings('500ms'));
      usps.answers = [fault];
      ups.answers = [fault];
      expect(await chain.verify(buildUniqueAddress())).toBeNull();
    });

    it('return no verdict if a server is unreachable', async () => {
      chain = fakes.createChain({
        ...fakes.buildSettings(),
        USPS_BASE_URL: 'http://127.0.0.1:1',
        UPS_BASE_URL: 'http://no-such-host.invalid',
      });
      expect(await chain.verify(buildUniqueAddress())).toBeNull();
    });

    it('are not cached as a verdict', async () => {
      const address = buildUniqueAddress();
      usps.answers = [errorAnswer(503), okAnswer(uspsAnswer())];
      ups.answers = [errorAnswer(503)];
      expect(await chain.verify(address)).toBeNull();
      expect((await verify(address)).messages[0]).toBe(VERIFIED_BY_USPS);
    });

    it.each([
      ['30', false],
      ['Retry-After: 30', false],
      [new Date(Date.now() + 30_000).toUTCString(), false],
      ['soon', false],
      ['0', true],
    ])('pause a verifier that returns 429 with Retry-After: %s', async (retryAfter, askedAgain) => {
      usps.answers = [errorAnswer(429, { 'Retry-After': retryAfter }), okAnswer(uspsAnswer())];
      expect((await verify()).messages[0]).toBe(VERIFIED_BY_UPS);
      expect((await verify()).messages[0]).toBe(askedAgain ? VERIFIED_BY_USPS : VERIFIED_BY_UPS);
      expect(usps.requests).toHaveLength(askedAgain ? 2 : 1);
    });
  });

  describe('access tokens', () => {
    it('are fetched once for concurrent requests', async () => {
      usps.tokens.delayMs = 100;
      await Promise.all(Array.from({ length: 20 }, () => verify()));
      await verify();
      expect(usps.tokens.given).toBe(1);
      expect(usps.requests).toHaveLength(21);
    });

    it('are renewed once when the verifier rejects them', async () => {
      await verify();
      usps.revokeTokens();
      const verdicts = await Promise.all(Array.from({ length: 5 }, () => verify()));
      expect(verdicts.every(({ messages }) => messages[0] === VERIFIED_BY_USPS)).toBe(true);
      expect(usps.tokens.given).toBe(2);
    });

    it('are renewed before they expire', async () => {
      usps.tokens.lifetime = '3600';
      await verify();
      await verify();
      expect(usps.tokens.given).toBe(1);
      const almostAnHourOn = performance.now() + 3_590_000;
      const clock = jest.spyOn(performance, 'now').mockReturnValue(almostAnHourOn);
      await verify().finally(() => clock.mockRestore());
      expect(usps.tokens.given).toBe(2);
    });

    it.each([401, 403])('fall back to the next verifier if rejected twice with %d', async (status) => {
      usps.answers = [errorAnswer(status)];
      expect((await verify()).messages[0]).toBe(VERIFIED_BY_UPS);
      expect(usps.requests).toHaveLength(2);
    });

    it('fall back to the next verifier if refused, and are requested again later', async () => {
      usps.tokens.refused = true;
      expect((await verify()).messages[0]).toBe(VERIFIED_BY_UPS);
      usps.tokens.refused = false;
      expect((await verify()).messages[0]).toBe(VERIFIED_BY_USPS);
    });

    it('fall back to the next verifier if they do not arrive within the timeout', async () => {
      chain = fakes.createChain(fakes.buildSettings('500ms'));
      usps.tokens.delayMs = 60_000;
      expect((await verify()).messages[0]).toBe(VERIFIED_BY_UPS);
    });
  });
});
