import { SetMetadata } from '@nestjs/common';
import { RETURNS_FILE } from './returns-file.js';

const ALLOW_OVER_WRITE_QUOTA = 'stores-little';

/**
 * For a write that goes on when its organization has written its share of bytes: it ends what costs money, keeps somebody out
 * or frees room, all of which can't wait for an hour, or only works something out. It stores little, or ends what only
 * a write that is refused could begin anew.
 */
export const AllowOverWriteQuota = (): MethodDecorator => SetMetadata(ALLOW_OVER_WRITE_QUOTA, true);

export function isAllowedOverWriteQuota(handler: object): boolean {
  return (
    Reflect.getMetadata(ALLOW_OVER_WRITE_QUOTA, handler) === true ||
    Reflect.getMetadata(RETURNS_FILE, handler) === true
  );
}
