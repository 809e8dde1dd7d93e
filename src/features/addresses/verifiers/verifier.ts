import { applyDecorators, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Country } from '../../../domain/countries.js';

/** An address to verify. Verifiers get US addresses only. */
export interface PostalAddress {
  street: string;
  city: string | null;
  /** Two letters. */
  state: string;
  /** ZIP or ZIP+4. */
  zip: string | null;
  /** Default: `US`. */
  country?: Country;
}

/** The result of a verification: the address in postal form, and messages for the client. */
export interface Verdict {
  valid: boolean;
  normalized: PostalAddress;
  messages: string[];
}

export interface AddressVerifier {
  readonly name: string;
  /** Returns null if the verifier does not cover this address. @throws OutboundFault if it cannot be reached */
  verify(address: PostalAddress, signal: AbortSignal): Promise<Verdict | null>;
}

export const VerifierMark = DiscoveryService.createDecorator();

/**
 * Replaces `@Injectable()` on a class that implements AddressVerifier. Listed in the providers of any module, the class
 * joins the chain after the configured verifiers.
 */
export function InjectableVerifier(): ClassDecorator {
  return applyDecorators(Injectable(), VerifierMark());
}
