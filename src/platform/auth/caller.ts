import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isInNetworks } from '../rate-limits/networks.js';
import type { Mode, Tenant } from '../tenancy/tenant.js';

/** The tenant and the rights of an API key or of a signed-in member. */
export interface Caller extends Tenant {
  readonly keyId: number | null;
  readonly keyPrefix: string | null;
  readonly member?: { readonly id: number; readonly mode: Mode; readonly email: string };
  /** Identifies the key or session in shared stores: part of its hash. */
  readonly fingerprint: string;
  /** Scopes such as `quotes.write`; null is full access. */
  readonly scopes: readonly string[] | null;
  /** True if the key has an expiry date. */
  readonly ends: boolean;
  readonly allowedCidrs: readonly string[] | null;
}

/** An API key or a session cookie of a request, not resolved yet. */
export interface Credential {
  /** True if it was valid within the last minutes, so the request is no guess. */
  wasRecentlyValid(): boolean;
  resolve(): Promise<Caller | null>;
}

export const NO_CREDENTIAL: Credential = {
  wasRecentlyValid: () => false,
  resolve: () => Promise.resolve(null),
};

/** @param address the client address of the connection or of a trusted proxy */
export function isAllowedAddress({ allowedCidrs }: Caller, address: string | undefined): boolean {
  return allowedCidrs === null || isInNetworks(allowedCidrs, address);
}

export function describeCaller({ keyId }: Pick<Caller, 'keyId'>): string {
  return keyId === null ? 'Your role' : 'The API key';
}

export type MaybeAuthenticatedRequest = Request & { caller?: Caller };
/** A request behind `KeyGuard`, which rejects requests without a caller. */
export type AuthenticatedRequest = Request & { caller: Caller };

/** Injects the authenticated caller: `@CurrentCaller() caller: Caller`. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);
