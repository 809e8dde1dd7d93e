import type { DiscoveryService } from '@nestjs/core';
import { Logger } from '@nestjs/common';
import { VerifierChain } from '../../src/features/addresses/verifiers/verifier-chain.js';
import type { PostalAddress } from '../../src/features/addresses/verifiers/verifier.js';
import { Config } from '../../src/config/config.js';
import {
  startFakeUps,
  startFakeUsps,
  type FakeVerifierAnswer,
  type FakeVerifier,
} from './fake-address-verifiers.js';

export const VERIFIED_BY_USPS = 'Verified by USPS.';
export const VERIFIED_BY_UPS = 'Verified by UPS.';
export const NOT_VERIFIED_BY_USPS = 'Not verified by USPS.';
export const NOT_VERIFIED_BY_UPS = 'Not verified by UPS.';

/** Both services, faked, and chains that ask them. */
export class AddressVerifierFixture {
  private constructor(
    readonly usps: FakeVerifier,
    readonly ups: FakeVerifier,
  ) {}

  static async start(): Promise<AddressVerifierFixture> {
    return new AddressVerifierFixture(await startFakeUsps(), await startFakeUps());
  }

  /** As after the start; faults are not logged. */
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

/** A house that nobody has asked about before. */
export function buildUniqueAddress(changes: Partial<PostalAddress> = {}): PostalAddress {
  return { street: `${++houseNumber} M ST NW`, city: 'WASHINGTON', state: 'DC', zip: '20007', ...changes };
}

export const okAnswer = (body: unknown): FakeVerifierAnswer => ({ status: 200, body });

export const errorAnswer = (status: number, headers: Record<string, string> = {}): FakeVerifierAnswer => ({
  status,
  body: { error: { message: 'No' } },
  headers,
});
