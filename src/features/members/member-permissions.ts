import { ApiError } from '../../platform/http/errors/api-error.js';
import { describeCaller, type Caller } from '../../platform/auth/caller.js';
import type { AuditSubject } from '../../platform/auth/audit-log.service.js';

/** Who is let in and by whom: a member looks after those who stand where they do, whichever mode their page shows. */
export function resolveMemberTenant(caller: Caller): AuditSubject & Caller {
  return caller.member ? { ...caller, mode: caller.member.mode } : caller;
}

/**
 * Nobody lets somebody in, changes or removes them who may do more than themselves.
 * @param scopes what the other may do @param param what names the role in the request @throws ApiError insufficient_scope
 */
export function requirePermissions(caller: Caller, scopes: readonly string[], param?: string): void {
  // What a member may do is bound to no network and to no time.
  if (caller.ends || caller.allowedCidrs)
    throw new ApiError('insufficient_scope', {
      message: 'An API key that ends, or works from some networks only, lets nobody in or out.',
    });
  const lacking = caller.scopes && scopes.find((scope) => !caller.scopes!.includes(scope));
  if (!lacking) return;
  const message = `${describeCaller(caller)} lacks ${lacking}, which the member has or would have.`;
  throw new ApiError('insufficient_scope', { message, ...(param !== undefined && { param }) });
}
