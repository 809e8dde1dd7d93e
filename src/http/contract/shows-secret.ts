import { SetMetadata } from '@nestjs/common';

export const SHOWS_SECRET = 'shows-secret';

/**
 * For a POST whose answer holds a secret that is shown this once: the stored answer is repeated to nobody but the key or
 * the member it was given to. What guards it looks into the request, and a repeat passes no guard in the handler.
 */
export const ShowsSecret = (): MethodDecorator => SetMetadata(SHOWS_SECRET, true);
