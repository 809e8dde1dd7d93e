import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { VerifierChain } from '../../src/features/addresses/verifiers/verifier-chain.js';
import type { Verdict } from '../../src/features/addresses/verifiers/verifier.js';
import { ConfigError } from '../../src/config/env.js';
import {
  upsAnswer,
  upsCandidate,
  uspsAnswer,
  uspsError,
  VERIFIED_BY_UPS,
  VERIFIED_BY_USPS,
  buildUniqueAddress,
  NOT_VERIFIED_BY_UPS,
  NOT_VERIFIED_BY_USPS,
  okAnswer,
  errorAnswer,
  AddressVerifierFixture,
} from '../support/fake-address-verifiers.js';

const fakes = await AddressVerifierFixture.start();
const { usps, ups } = fakes;
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

describe('address verifiers', () => {
  let chain: VerifierChain;
  beforeEach(() => {
    chain = fakes.createChain();
  });
  const verify = async (address = buildUniqueAddress()): Promise<Verdict> => (await chain.verify(address))!;

  describe('USPS', () => {
    it('receives the address in its components before UPS', async () => {
      const address = buildUniqueAddress({ zip: '20007-3704' });
      const verdict = await verify(address);
      expect(usps.requests).toEqual([
        {
          streetAddress: address.street,
          city: 'WASHINGTON',
          state: 'DC',
          ZIPCode: '20007',
          ZIPPlus4: '3704',
        },
      ]);
      expect(verdict).toEqual({
        valid: true,
        normalized: { street: '3120 M ST NW', city: 'WASHINGTON', state: 'DC', zip: '20007-3704' },
        messages: [VERIFIED_BY_USPS],
      });
      expect(ups.requests).toEqual([]);
    });

    it('corrects a ZIP: valid, with a message', async () => {
      const { valid, messages } = await verify(buildUniqueAddress({ zip: '20027' }));
      expect(valid).toBe(true);
      expect(messages).toEqual([VERIFIED_BY_USPS, 'The ZIP code was corrected from 20027 to 20007.']);
    });

    it.each([
      ['Y', true, 1],
      ['D', true, 2],
      ['S', true, 2],
      ['N', false, 2],
      [null, false, 2],
    ])('returns for DPV confirmation %s valid: %s', async (DPVConfirmation, valid, count) => {
      usps.answers = [okAnswer(uspsAnswer({ additionalInfo: { DPVConfirmation, business: 'Y' } }))];
      ups.answers = [errorAnswer(503)];
      const verdict = await verify();
      expect(verdict.valid).toBe(valid);
      expect(verdict.messages).toHaveLength(count);
    });

    it('adds the unit, its corrections and a hint for residences', async () => {
      usps.answers = [
        okAnswer(
          uspsAnswer(
            {
              corrections: [
                { code: '32', text: 'More information is needed.' },
                { code: '', text: '' },
              ],
              additionalInfo: { DPVConfirmation: 'Y', business: 'N' },
            },
            { secondaryAddress: 'APT 4' },
          ),
        ),
      ];
      const { normalized, messages } = await verify();
      expect(normalized.street).toBe('3120 M ST NW APT 4');
      expect(messages).toEqual([
        VERIFIED_BY_USPS,
        'More information is needed.',
        expect.stringContaining('residential'),
      ]);
    });

    it.each([404, 400])('reports an address as invalid after a %d', async (status) => {
      usps.answers = [uspsError(status, 'Address Not Found')];
      ups.answers = [errorAnswer(503)];
      const address = buildUniqueAddress();
      expect(await verify(address)).toEqual({
        valid: false,
        normalized: address,
        messages: [NOT_VERIFIED_BY_USPS, 'Address Not Found'],
      });
    });

    it('is skipped if neither city nor ZIP is known', async () => {
      ups.answers = [okAnswer(upsAnswer('NoCandidatesIndicator', undefined))];
      const { messages } = await verify(buildUniqueAddress({ city: null, zip: null }));
      expect(messages[0]).toBe(NOT_VERIFIED_BY_UPS);
      expect(usps.requests).toEqual([]);
    });
  });

  describe('UPS', () => {
    beforeEach(() => {
      usps.answers = [errorAnswer(503)];
    });

    it('receives the address if USPS fails, and returns the first candidate', async () => {
      const verdict = await verify({
        street: '26601 ALISO CREEK ROAD STE D',
        city: 'ALISO VIEJO',
        state: 'CA',
        zip: '92656-1521',
      });
      expect(ups.requests).toEqual([
        {
          AddressLine: ['26601 ALISO CREEK ROAD STE D'],
          PoliticalDivision2: 'ALISO VIEJO',
          PoliticalDivision1: 'CA',
          PostcodePrimaryLow: '92656',
          PostcodeExtendedLow: '1521',
          CountryCode: 'US',
        },
      ]);
      expect(verdict).toEqual({
        valid: true,
        normalized: {
          street: '26601 ALISO CREEK RD STE D',
          city: 'ALISO VIEJO',
          state: 'CA',
          zip: '92656-1521',
        },
        messages: [VERIFIED_BY_UPS],
      });
    });

    it('receives a long street in several lines', async () => {
      await verify(buildUniqueAddress({ street: 'X'.repeat(255) }));
      expect(ups.requests).toMatchObject([
        { AddressLine: ['X'.repeat(100), 'X'.repeat(100), 'X'.repeat(55)] },
      ]);
    });

    it('hints at residences and accepts a single candidate that is not in a list', async () => {
      ups.answers = [okAnswer(upsAnswer('ValidAddressIndicator', upsCandidate('2')))];
      const { valid, messages } = await verify(
        buildUniqueAddress({ city: 'ALISO VIEJO', state: 'CA', zip: '92656' }),
      );
      expect([valid, messages]).toEqual([true, [VERIFIED_BY_UPS, expect.stringContaining('residential')]]);
    });

    it('lists the candidates of an ambiguous address', async () => {
      ups.answers = [okAnswer(upsAnswer('AmbiguousAddressIndicator'))];
      const address = buildUniqueAddress();
      expect(await verify(address)).toEqual({
        valid: false,
        normalized: address,
        messages: [
          NOT_VERIFIED_BY_UPS,
          'Several addresses match.',
          'Possible match: 26601 ALISO CREEK RD STE D, ALISO VIEJO, CA 92656-1521.',
        ],
      });
    });

    it('reports an address that it does not find', async () => {
      ups.answers = [okAnswer(upsAnswer('NoCandidatesIndicator', undefined))];
      expect(await verify()).toMatchObject({
        valid: false,
        messages: [NOT_VERIFIED_BY_UPS, 'The address was not found.'],
      });
    });
  });

  describe('after USPS rejects an address', () => {
    const nothing = okAnswer(upsAnswer('NoCandidatesIndicator', undefined));
    beforeEach(() => {
      usps.answers = [uspsError(404, 'Address Not Found')];
    });

    it('a valid verdict of UPS wins', async () => {
      const { valid, normalized, messages } = await verify(
        buildUniqueAddress({ city: 'ALISO VIEJO', state: 'CA', zip: '92656' }),
      );
      expect([valid, messages]).toEqual([true, [VERIFIED_BY_UPS]]);
      expect(normalized.street).toBe('26601 ALISO CREEK RD STE D');
      expect([usps.requests.length, ups.requests.length]).toEqual([1, 1]);
    });

    it('the messages of both verifiers are returned with their source', async () => {
      ups.answers = [nothing];
      const address = buildUniqueAddress();
      expect(await verify(address)).toEqual({
        valid: false,
        normalized: address,
        messages: [
          NOT_VERIFIED_BY_USPS,
          'Address Not Found',
          NOT_VERIFIED_BY_UPS,
          'The address was not found.',
        ],
      });
    });

    it('the normalized address of USPS is kept if UPS rejects it too', async () => {
      usps.answers = [okAnswer(uspsAnswer({ additionalInfo: { DPVConfirmation: 'N', business: 'Y' } }))];
      ups.answers = [nothing];
      expect(await verify()).toMatchObject({ valid: false, normalized: { street: '3120 M ST NW' } });
    });

    it('the verdict of USPS holds while UPS is down, and neither is cached', async () => {
      ups.answers = [errorAnswer(503), nothing];
      const address = buildUniqueAddress();
      expect((await verify(address)).messages).toEqual([NOT_VERIFIED_BY_USPS, 'Address Not Found']);
      expect((await verify(address)).messages).toContain(NOT_VERIFIED_BY_UPS);
      expect([usps.requests.length, ups.requests.length]).toEqual([2, 2]);
    });
  });

  it('valid and invalid verdicts of both verifiers are cached', async () => {
    const [here, nowhere] = [buildUniqueAddress(), buildUniqueAddress()];
    usps.answers = [okAnswer(uspsAnswer()), uspsError(404, 'Address Not Found')];
    ups.answers = [okAnswer(upsAnswer('NoCandidatesIndicator', undefined))];
    const first = [await verify(here), await verify(nowhere)];
    expect([await verify(here), await verify(nowhere)]).toEqual(first);
    expect([usps.requests.length, ups.requests.length]).toEqual([2, 1]);
  });

  it('work with only one verifier configured', async () => {
    const { USPS_CLIENT_ID, USPS_CLIENT_SECRET, ...upsOnly } = fakes.buildSettings();
    expect([USPS_CLIENT_ID, USPS_CLIENT_SECRET]).not.toContain(undefined);
    chain = fakes.createChain(upsOnly);
    expect((await verify()).messages[0]).toBe(VERIFIED_BY_UPS);
    expect(() => fakes.createChain({ ...upsOnly, USPS_CLIENT_ID: 'usps-id' })).toThrow(ConfigError);
    expect(() => fakes.createChain({ ...fakes.buildSettings(), UPS_BASE_URL: 'ups' })).toThrow(ConfigError);
  });
});
