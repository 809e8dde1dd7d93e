import { applyDecorators, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** A US address as it is verified. */
export interface PostalAddress {
  street: string;
  city: string | null;
  /** Two letters. */
  state: string;
  /** ZIP or ZIP+4. */
  zip: string | null;
}

/** A definite answer: the address as it is written properly, and what there is to say about it. */
export interface Verdict {
  valid: boolean;
  normalized: PostalAddress;
  messages: string[];
}

/**
 * Someone who knows which addresses exist. Null means that it doesn't judge addresses like this one.
 * @throws OutboundFault
 */
export interface AddressVerifier {
  readonly name: string;
  verify(address: PostalAddress, signal: AbortSignal): Promise<Verdict | null>;
}

export const VerifierMark = DiscoveryService.createDecorator();

/**
 * In place of `@Injectable()` on a class that implements AddressVerifier. Listed among the providers of any module it
 * joins the chain, after the verifiers that the settings name.
 */
export function InjectableVerifier(): ClassDecorator {
  return applyDecorators(Injectable(), VerifierMark());
}
