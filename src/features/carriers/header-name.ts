import { applyDecorators } from '@nestjs/common';
import { Matches, ValidateBy } from 'class-validator';

/** What HTTP itself, the body and the ways to sign in write: nobody's to set. */
const RESERVED_HEADERS =
  /^(host|content-length|content-type|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|authorization|cookie)$/i;

/** The name of a header that carries an account's key. */
export function HeaderName(): PropertyDecorator {
  return applyDecorators(
    Matches(/^[\w-]{1,40}$/),
    ValidateBy({
      name: 'isHeaderName',
      validator: {
        validate: (name) => typeof name !== 'string' || !RESERVED_HEADERS.test(name),
        defaultMessage: () => '$property must be a header of the carrier’s own: HTTP itself uses this one',
      },
    }),
  );
}
