import { createHmac, timingSafeEqual } from 'node:crypto';

const DEFAULT_TOLERANCE_SECONDS = 300;
const MAX_TOLERANCE_SECONDS = 600;

export interface VerifyOptions {
  /** The largest difference between the signature's time and now, 300 by default and at most 600. */
  toleranceSeconds?: number;
  /** The current time as Unix seconds. */
  now?: number;
}

/**
 * Whether a delivery was signed with the endpoint's secret, recently, and arrived unchanged. Answer 401 when it wasn't.
 *
 * @param rawBody the body as received, before any parsing: re-encoded JSON has another signature
 * @param header the value of `X-Service-Signature`: `t=<Unix seconds>,v1=<hex>`
 * @param secret the endpoint's signing secret, `whsec_` included
 * @throws RangeError for a tolerance that is not between 0 and 600 seconds
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  header: string | null | undefined,
  secret: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now() / 1_000 }: VerifyOptions = {},
): boolean {
  if (!(toleranceSeconds >= 0 && toleranceSeconds <= MAX_TOLERANCE_SECONDS)) {
    throw new RangeError(`toleranceSeconds must be between 0 and ${MAX_TOLERANCE_SECONDS}`);
  }
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
  const [time] = times;
  if (times.length !== 1 || time === undefined || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now - Number(time)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest();
  return parts.some((part) => {
    const [, hex] = /^v1=([0-9a-f]{64})$/.exec(part) ?? [];
    return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected);
  });
}
