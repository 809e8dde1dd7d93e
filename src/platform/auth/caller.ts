import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isInNetworks } from '../rate-limits/networks.js';
import type { Mode, Tenant } from '../tenancy/tenant.js';

/** A tenant as an API key speaks for it, or a member who is signed in. */
export interface Caller extends Tenant {
  /** Null where a member speaks. */
  readonly keyId: number | null;
  /** The key's first characters, which people know it by. */
  readonly keyPrefix: string | null;
  readonly member?: { readonly id: number; readonly mode: Mode; readonly email: string };
  /** Names the key or the session in stores that several services share: part of its hash. */
  readonly fingerprint: string;
  /** Dotted scopes such as `quotes.write`; null is full access. */
  readonly scopes: readonly string[] | null;
  /** Whether the key ends by itself one day. */
  readonly ends: boolean;
  /** The networks that the key works from; null is everywhere. */
  readonly allowedCidrs: readonly string[] | null;
}

/** @param address as the connection or a trusted proxy gives it */
export function isAllowedAddress({ allowedCidrs }: Caller, address: string | undefined): boolean {
  return allowedCidrs === null || isInNetworks(allowedCidrs, address);
}

/** What a refusal calls the caller. */
export function describeCaller({ keyId }: Pick<Caller, 'keyId'>): string {
  return keyId === null ? 'Your role' : 'The API key';
}

/** What the authentication found; the key guard refuses a request without a caller. */
export type MaybeAuthenticatedRequest = Request & { caller?: Caller };
export type AuthenticatedRequest = Request & { caller: Caller };

/** The caller that the key guard found, as a handler's first argument. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);
