import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

// Azure's metadata and health endpoint, which is in a public range.
const BLOCKED_NETWORKS = ['168.63.129.16/32'].map((text) => ipaddr.parseCIDR(text));
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Decides which addresses clients may have the service call: public ones, and those of networks that the operator
 * allows.
 */
export class AddressPolicy {
  private readonly allowed: [Address, number][];
  /** True if receivers may have names that only this machine's resolver knows. */
  readonly hasAllowedNetworks: boolean;

  constructor(allowedCidrs: readonly string[] = []) {
    this.hasAllowedNetworks = allowedCidrs.length > 0;
    this.allowed = allowedCidrs.map((text) => ipaddr.parseCIDR(text));
  }

  /** Returns true for an IP address in an allowed network, and for `localhost` if a loopback address is allowed. */
  isAllowlistedHost(hostname: string): boolean {
    const bare = hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = bare === 'localhost' ? ['127.0.0.1', '::1'] : isIP(bare) ? [bare] : [];
    return addresses.some((address) => isInAny(unmapIpv4(ipaddr.parse(address)), this.allowed));
  }

  isPermitted(text: string): boolean {
    const bare = text.replace(/^\[(.*)\]$/, '$1');
    if (isIP(bare) === 0) return false;
    const address = unmapIpv4(ipaddr.parse(bare));
    return isInAny(address, this.allowed) || (isPublic(address) && !isInAny(address, BLOCKED_NETWORKS));
  }
}

function unmapIpv4(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Accepts plain global unicast only. NAT64, 6to4 and Teredo addresses embed an IPv4 address, which may be private. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
}

/** An IPv4 address with the interface id 0:5efe (RFC 5214). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4]! & ~0x200) === 0 && parts[5] === 0x5efe;
}

function isInAny(address: Address, networks: readonly [Address, number][]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
