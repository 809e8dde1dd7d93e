import { Injectable, SetMetadata, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiError } from '../http/errors/api-error.js';
import { written } from '../rate-limits/networks.js';
import { nameOf, worksFrom, type MaybeAuthenticatedRequest } from './caller.js';
import { scopeOf } from './scopes.js';

const PUBLIC = 'public';
const TEST_MODE_ONLY = 'test-mode-only';

/** For the pages that need no key: health, metrics, the document. */
export const Public = (): ClassDecorator => SetMetadata(PUBLIC, true);

/** For controllers that work on test data only: a live key gets 403. */
export const TestModeOnly = (): ClassDecorator => SetMetadata(TEST_MODE_ONLY, true);

/** Whether a controller's pages need no key. */
export function isPublic(controller: Type): boolean {
  return Reflect.getMetadata(PUBLIC, controller) === true;
}

/** What a handler asks of its caller. */
interface Access {
  isPublic: boolean;
  testModeOnly: boolean;
  scope: string;
}

/** Lets a request in when its key may do what the handler does. Closed unless the controller says otherwise. */
@Injectable()
export class KeyGuard implements CanActivate {
  private readonly access = new Map<Type, Map<object, Access>>();

  canActivate(context: ExecutionContext): boolean {
    const { isPublic, testModeOnly, scope } = this.accessOf(context.getClass(), context.getHandler());
    if (isPublic) return true;
    const { caller, ip } = context.switchToHttp().getRequest<MaybeAuthenticatedRequest>();
    if (!caller) throw new ApiError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer' } });
    if (!worksFrom(caller, ip))
      throw new ApiError('address_not_allowed', {
        message: `The API key does not work from the address ${written(ip)}.`,
      });
    if (testModeOnly && caller.mode !== 'test') throw new ApiError('test_mode_required');
    if (caller.scopes && !caller.scopes.includes(scope)) {
      throw new ApiError('insufficient_scope', { message: `${nameOf(caller)} lacks the scope ${scope}.` });
    }
    return true;
  }

  private accessOf(controller: Type, handler: object): Access {
    let handlers = this.access.get(controller);
    if (!handlers) this.access.set(controller, (handlers = new Map<object, Access>()));
    let access = handlers.get(handler);
    if (!access) {
      access = {
        isPublic: isPublic(controller),
        testModeOnly: Reflect.getMetadata(TEST_MODE_ONLY, controller) === true,
        scope: scopeOf(controller, handler),
      };
      handlers.set(handler, access);
    }
    return access;
  }
}
