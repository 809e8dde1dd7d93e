import { VerifierFault } from './verifier.js';
import { text, type Json, type VerifierAnswer } from './verifier-http.js';

const REFRESH_BEFORE_MS = 60_000;
const DEFAULT_LIFETIME_S = 300;

/** An OAuth client's access token: fetched once for all callers, renewed before it expires or when it is refused. */
export class AccessToken {
  private current?: { value: string; freshUntil: number };
  private fetching?: Promise<string>;

  /** @param fetch asks the token endpoint; it brings its own deadline, because callers share the answer */
  constructor(private readonly fetch: () => Promise<VerifierAnswer>) {}

  /**
   * Makes a call with the token, and once more with a new one where it is refused.
   * @throws VerifierFault when the new one is refused too
   */
  async authorize(call: (token: string) => Promise<VerifierAnswer>): Promise<VerifierAnswer> {
    const token = await this.get();
    const answer = await call(token);
    if (!isRefusal(answer)) return answer;
    if (this.current?.value === token) this.current = undefined;
    const second = await call(await this.get());
    if (isRefusal(second)) throw new VerifierFault('it refuses our credentials');
    return second;
  }

  private async get(): Promise<string> {
    if (this.current && performance.now() < this.current.freshUntil) return this.current.value;
    this.fetching ??= this.renew().finally(() => (this.fetching = undefined));
    return this.fetching;
  }

  private async renew(): Promise<string> {
    const start = performance.now();
    const { status, body } = await this.fetch();
    const value = text(body.access_token);
    if (status !== 200 || value === '') throw new VerifierFault(`it gave no access token (${status})`);
    const lifetime = lifetimeMs(body);
    this.current = { value, freshUntil: start + lifetime - Math.min(REFRESH_BEFORE_MS, lifetime / 2) };
    return value;
  }
}

function isRefusal({ status }: VerifierAnswer): boolean {
  return status === 401 || status === 403;
}

/** Both services write the number of seconds as a string. */
function lifetimeMs({ expires_in: seconds }: Json): number {
  const number = Number(seconds);
  return (number > 0 ? number : DEFAULT_LIFETIME_S) * 1_000;
}
