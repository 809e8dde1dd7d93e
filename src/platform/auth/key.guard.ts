import { Injectable, SetMetadata, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiError } from '../http/errors/api-error.js';
import { formatAddress } from '../rate-limits/networks.js';
import { describeCaller, isAllowedAddress, type MaybeAuthenticatedRequest } from './caller.js';
import { resolveScope } from './scopes.js';

const PUBLIC = 'public';
const TEST_MODE_ONLY = 'test-mode-only';

/** For controllers without authentication: health, metrics, public pages. */
export const Public = (): ClassDecorator => SetMetadata(PUBLIC, true);

/** For controllers that work on test data only: a live key gets 403. */
export const TestModeOnly = (): ClassDecorator => SetMetadata(TEST_MODE_ONLY, true);

export function isPublic(controller: Type): boolean {
  return Reflect.getMetadata(PUBLIC, controller) === true;
}

interface HandlerAccess {
  isPublic: boolean;
  testModeOnly: boolean;
  scope: string;
}

/**
 * Rejects requests whose caller lacks the rights for the handler. Every controller without `@Public` requires a caller.
 */
@Injectable()
export class KeyGuard implements CanActivate {
  private readonly accessByController = new Map<Type, Map<object, HandlerAccess>>();

  canActivate(context: ExecutionContext): boolean {
    const { isPublic, testModeOnly, scope } = this.resolveAccess(context.getClass(), context.getHandler());
    if (isPublic) return true;
    const { caller, ip } = context.switchToHttp().getRequest<MaybeAuthenticatedRequest>();
    if (!caller) throw new ApiError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } });
    if (!isAllowedAddress(caller, ip))
      throw new ApiError('address_not_allowed', {
        message: `The API key cannot be used from the IP address ${formatAddress(ip)}.`,
      });
    if (testModeOnly && caller.mode !== 'test') throw new ApiError('test_mode_required');
    if (caller.scopes && !caller.scopes.includes(scope)) {
      const remedy = caller.member ? 'Ask an admin for another role.' : 'Use a key with this scope.';
      throw new ApiError('insufficient_scope', {
        message: `${describeCaller(caller)} lacks the scope ${scope}. ${remedy}`,
      });
    }
    return true;
  }

  private resolveAccess(controller: Type, handler: object): HandlerAccess {
    let handlers = this.accessByController.get(controller);
    if (!handlers) this.accessByController.set(controller, (handlers = new Map<object, HandlerAccess>()));
    let access = handlers.get(handler);
    if (!access) {
      access = {
        isPublic: isPublic(controller),
        testModeOnly: Reflect.getMetadata(TEST_MODE_ONLY, controller) === true,
        scope: resolveScope(controller, handler),
      };
      handlers.set(handler, access);
    }
    return access;
  }
}
