import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { AddressPolicy } from './address-policy.js';
import { isLocalhost } from './url-policy.js';

/** How long an answer may be used again. What is used is the checked address, so this opens no gap. */
const CACHE_TTL_MS = 2_000;
const CACHE_MAX_NAMES = 10_000;
const RESOLVER_OPTIONS = { timeout: 2_000, tries: 2 };

/** Why a host has no address that may be connected to. */
export type AddressFault = 'dns' | 'blocked_address';

/** Finds where a host is, and refuses every name that leads, even with one of its addresses, to a place not public. */
export abstract class HostResolver {
  private readonly resolver = new Resolver(RESOLVER_OPTIONS);
  private readonly cache = new LRUCache<string, Promise<string[]>>({
    max: CACHE_MAX_NAMES,
    ttl: CACHE_TTL_MS,
  });

  constructor(private readonly rules: AddressPolicy) {}

  /** The error of who calls. */
  protected abstract createError(fault: AddressFault, message: string): Error;

  onApplicationShutdown(): void {
    this.resolver.cancel();
  }

  /** The addresses of a host as `URL.hostname` shows it, IPv4 first; each may be connected to. @throws what `refusal` makes */
  async resolvePermitted(hostname: string): Promise<string[]> {
    const bare = hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(bare)) return this.assertPermitted([bare]);
    if (isLocalhost(bare)) return this.resolveLocalhost();
    return this.assertPermitted(await this.resolveCached(bare));
  }

  /** Every address of a name, unchecked. Tests put their own answers here. */
  async resolve(name: string): Promise<string[]> {
    const answers = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0 || answers.some(isTimeout) || !this.rules.hasAllowedNetworks) return addresses;
    // The hosts file and search domains are known to the system's own resolver only. It can't be told to hurry and takes
    // threads that files and hashes need, so names of strangers never reach it.
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
    if (addresses.length === 0) throw this.createError('dns', 'The name does not resolve');
    if (!addresses.every((address) => this.rules.isPermitted(address))) throw this.createBlockedError();
    return addresses.sort((a, b) => isIP(a) - isIP(b));
  }

  /** Only an operator's setting opens these, and then the one that is open will do. */
  private resolveLocalhost(): string[] {
    const open = ['127.0.0.1', '::1'].filter((address) => this.rules.isPermitted(address));
    if (open.length > 0) return open;
    throw this.createBlockedError();
  }

  private createBlockedError(): Error {
    return this.createError('blocked_address', 'The name leads to an address that is not public');
  }
}

function isTimeout(answer: PromiseSettledResult<unknown>): boolean {
  return answer.status === 'rejected' && (answer.reason as { code?: string }).code === 'ETIMEOUT';
}
