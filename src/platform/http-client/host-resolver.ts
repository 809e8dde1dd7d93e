import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { AddressPolicy } from './address-policy.js';
import { isLocalhost } from './url-policy.js';

/** Lifetime of a resolved name. Connections use the checked address, so caching allows no DNS rebinding. */
const CACHE_TTL_MS = 2_000;
const CACHE_MAX_NAMES = 10_000;
const RESOLVER_OPTIONS = { timeout: 2_000, tries: 2 };

export type AddressFault = 'dns' | 'blocked_address';

/** Resolves host names and rejects any name with an address that is not permitted. */
export abstract class HostResolver {
  private readonly resolver = new Resolver(RESOLVER_OPTIONS);
  private readonly cache = new LRUCache<string, Promise<string[]>>({
    max: CACHE_MAX_NAMES,
    ttl: CACHE_TTL_MS,
  });

  constructor(private readonly policy: AddressPolicy) {}

  protected abstract createError(fault: AddressFault, message: string): Error;

  onApplicationShutdown(): void {
    this.resolver.cancel();
  }

  /** Returns the permitted addresses of a `URL.hostname`, IPv4 first. @throws the result of `createError` */
  async resolvePermitted(hostname: string): Promise<string[]> {
    const bare = hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(bare)) return this.assertPermitted([bare]);
    if (isLocalhost(bare)) return this.resolveLocalhost();
    return this.assertPermitted(await this.resolveCached(bare));
  }

  /** Returns all addresses of a name, unchecked. Tests override it. */
  async resolve(name: string): Promise<string[]> {
    const answers = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0 || answers.some(isTimeout) || !this.policy.hasAllowedNetworks) return addresses;
    // Only the system's resolver knows the hosts file and search domains. It has no timeout and blocks
    // threads that file access and hashing need, so it runs only if the operator allows private networks.
    return (await lookup(name, { all: true }).catch(() => [])).map(({ address }) => address);
  }

  private resolveCached(name: string): Promise<string[]> {
    const known = this.cache.get(name);
    if (known) return known;
    const addresses = this.resolve(name);
    this.cache.set(name, addresses);
    addresses.catch(() => this.cache.delete(name));
    return addresses;
  }

  private assertPermitted(addresses: string[]): string[] {
    if (addresses.length === 0) throw this.createError('dns', 'The host name does not resolve');
    if (!addresses.every((address) => this.policy.isPermitted(address))) throw this.createBlockedError();
    return addresses.sort((a, b) => isIP(a) - isIP(b));
  }

  /** Only a setting of the operator permits loopback addresses; one of them suffices. */
  private resolveLocalhost(): string[] {
    const permitted = ['127.0.0.1', '::1'].filter((address) => this.policy.isPermitted(address));
    if (permitted.length > 0) return permitted;
    throw this.createBlockedError();
  }

  private createBlockedError(): Error {
    return this.createError('blocked_address', 'The host name resolves to an address that is not public');
  }
}

function isTimeout(answer: PromiseSettledResult<unknown>): boolean {
  return answer.status === 'rejected' && (answer.reason as { code?: string }).code === 'ETIMEOUT';
}
