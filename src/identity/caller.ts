import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isIn } from '../limits/networks.js';
import type { Tenant } from '../tenancy/tenant.js';

/** A tenant as an API key speaks for it. */
export interface Caller extends Tenant {
  readonly keyId: number;
  /** The key's first characters, which people know it by. */
  readonly keyPrefix: string;
  /** Names the key in stores that several services share: part of its hash. */
  readonly fingerprint: string;
  /** Dotted scopes such as `quotes.write`; null is full access. */
  readonly scopes: readonly string[] | null;
  /** The networks that the key works from; null is everywhere. */
  readonly allowedCidrs: readonly string[] | null;
}

/** @param address as the connection or a trusted proxy gives it */
export function worksFrom({ allowedCidrs }: Caller, address: string | undefined): boolean {
  return allowedCidrs === null || isIn(allowedCidrs, address);
}

/** What the authentication found; the key guard refuses a request without a caller. */
export type MaybeAuthenticatedRequest = Request & { caller?: Caller };
export type AuthenticatedRequest = Request & { caller: Caller };

/** The caller that the key guard found, as a handler's first argument. */
export const CurrentTenant = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Caller =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().caller,
);
