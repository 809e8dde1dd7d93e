import { SetMetadata } from '@nestjs/common';

const EXACT = 'exact';

/** For a part of a body whose unknown fields are refused, not ignored: a misspelt one would change a price unnoticed. */
export const Exact = (): ClassDecorator => SetMetadata(EXACT, true);

/** Asks the prototype: a client may have sent a field called `constructor`. */
export function isExact(dto: object): boolean {
  const { constructor } = Object.getPrototypeOf(dto) as object;
  return Reflect.getMetadata(EXACT, constructor) === true;
}
