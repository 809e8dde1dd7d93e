import type { Config } from '../../../config/config.js';
import { requestContext } from './request-context.js';

/** The base of every absolute link, in a request and outside of one. */
export function publicBase({ publicUrl, port = 3000 }: Config): string {
  return requestContext()?.publicUrl ?? publicUrl ?? `http://localhost:${port}`;
}
