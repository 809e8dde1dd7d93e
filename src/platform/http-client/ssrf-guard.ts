import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { AxiosRequestConfig } from 'axios';
import { HostResolver, type AddressFault } from './host-resolver.js';
import { OutboundFault } from './outbound-fault.js';
import type { UrlPolicy } from './url-policy.js';

const guards = new AsyncLocalStorage<SsrfGuard>();

/** Connections of their own: none that was opened without a look at its address is used again. */
const AGENT_OPTIONS = { keepAlive: true, timeout: 4_000, scheduling: 'lifo' as const };

/** For calls whose addresses strangers chose: each is checked as it is connected to, so that none leads into our own network. */
export class SsrfGuard extends HostResolver {
  private readonly http = new HttpAgent(AGENT_OPTIONS);
  private readonly https = new HttpsAgent(AGENT_OPTIONS);

  /** For names; an address in place of one is seen before. */
  private readonly lookup = async (hostname: string) => [
    (await this.resolvePermitted(hostname)).map((address) => ({ address, family: isIP(address) })),
  ];

  constructor(private readonly urls: UrlPolicy) {
    super(urls.addresses);
  }

  override onApplicationShutdown(): void {
    super.onApplicationShutdown();
    this.http.destroy();
    this.https.destroy();
  }

  /** Every call that `work` makes through `callOut`, wherever it is made. */
  guardCalls<T>(work: () => Promise<T>): Promise<T> {
    return guards.run(this, work);
  }

  /** What is wrong with a URL that somebody wants called; null when nothing is. */
  findUrlProblem(url: string): string | null {
    return this.urls.findUrlProblem(url);
  }

  /** @throws OutboundFault for a URL that may not be called */
  buildRequestOptions(url: string): Partial<AxiosRequestConfig> {
    const fault = this.findUrlProblem(url);
    if (fault) throw new OutboundFault(`its address ${fault}`, undefined, true);
    return {
      httpAgent: this.http,
      httpsAgent: this.https,
      lookup: this.lookup,
    } as Partial<AxiosRequestConfig>;
  }

  protected override createError(_fault: AddressFault, message: string): OutboundFault {
    return new OutboundFault(`its address can't be called: ${message.toLowerCase()}`, undefined, true);
  }
}

/** What a call has to keep to. */
export function buildGuardOptions(url: string): Partial<AxiosRequestConfig> {
  return guards.getStore()?.buildRequestOptions(url) ?? {};
}
