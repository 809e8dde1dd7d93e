import { SetMetadata } from '@nestjs/common';
import { ANSWERS_FILE } from './answers-file.js';

const STORES_LITTLE = 'stores-little';

/**
 * For a write that goes on when its organization has written its share of bytes: it ends what costs money, keeps somebody out
 * or frees room, all of which can't wait for an hour, or only works something out. It stores little, or ends what only
 * a write that is refused could begin anew.
 */
export const StoresLittle = (): MethodDecorator => SetMetadata(STORES_LITTLE, true);

export function storesLittle(handler: object): boolean {
  return (
    Reflect.getMetadata(STORES_LITTLE, handler) === true ||
    Reflect.getMetadata(ANSWERS_FILE, handler) === true
  );
}
