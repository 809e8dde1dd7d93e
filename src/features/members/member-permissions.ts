import { ApiError } from '../../platform/http/errors/api-error.js';
import { describeCaller, type Caller } from '../../platform/auth/caller.js';
import type { AuditSubject } from '../../platform/auth/audit-log.service.js';

/** Returns the tenant whose members the caller manages. A signed-in member manages its own, in either mode of the dashboard. */
export function resolveMemberTenant(caller: Caller): AuditSubject & Caller {
  return caller.member ? { ...caller, mode: caller.member.mode } : caller;
}

/**
 * Checks that the caller has every scope of a member that it adds, changes or removes.
 * @param param the field of the request that names the role @throws ApiError insufficient_scope
 */
export function requirePermissions(caller: Caller, scopes: readonly string[], param?: string): void {
  // A restricted key would otherwise create a member without its restrictions.
  if (caller.ends || caller.allowedCidrs)
    throw new ApiError('insufficient_scope', {
      message: 'API keys with an expiry date or an IP allow-list cannot manage members. Use another key.',
    });
  requireScopes(caller, scopes, "of the member's role", param);
}

/** @param owner what has the scopes, for the error @throws ApiError insufficient_scope */
export function requireScopes(
  caller: Caller,
  scopes: readonly string[],
  owner: string,
  param?: string,
): void {
  const missing = caller.scopes && scopes.find((scope) => !caller.scopes!.includes(scope));
  if (!missing) return;
  const message = `${describeCaller(caller)} lacks the scope ${missing} ${owner}.`;
  throw new ApiError('insufficient_scope', { message, ...(param !== undefined && { param }) });
}
