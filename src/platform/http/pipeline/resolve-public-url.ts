import type { Config } from '../../../config/config.js';
import { getRequestContext } from './request-context.js';

/** The base of every absolute link, in a request and outside of one. */
export function resolvePublicUrl({ publicUrl, port = 3000 }: Config): string {
  return getRequestContext()?.publicUrl ?? publicUrl ?? `http://localhost:${port}`;
}
