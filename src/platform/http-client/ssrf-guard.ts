import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { AxiosRequestConfig } from 'axios';
import { HostResolver, type AddressFault } from './host-resolver.js';
import { OutboundFault } from './outbound-fault.js';
import type { UrlPolicy } from './url-policy.js';

const guards = new AsyncLocalStorage<SsrfGuard>();

// Agents of its own, so that no connection is reused whose address was not checked.
const AGENT_OPTIONS = { keepAlive: true, timeout: 4_000, scheduling: 'lifo' as const };

/**
 * Protects calls to addresses that clients chose: checks each address when connecting, so that none leads into a
 * private network.
 */
export class SsrfGuard extends HostResolver {
  private readonly http = new HttpAgent(AGENT_OPTIONS);
  private readonly https = new HttpsAgent(AGENT_OPTIONS);

  // Node does not look up IP addresses; `findUrlProblem` checks those.
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

  guardCalls<T>(work: () => Promise<T>): Promise<T> {
    return guards.run(this, work);
  }

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
    return new OutboundFault(`its address is not allowed: ${message.toLowerCase()}`, undefined, true);
  }
}

export function buildGuardOptions(url: string): Partial<AxiosRequestConfig> {
  return guards.getStore()?.buildRequestOptions(url) ?? {};
}
