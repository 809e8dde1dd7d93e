import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Public by its range, yet a cloud's own service: Azure's metadata and health endpoint. */
const BLOCKED_NETWORKS = ['168.63.129.16/32'].map((text) => ipaddr.parseCIDR(text));
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Which addresses strangers may have called: public ones, and those of the networks the operator allows. */
export class AddressPolicy {
  private readonly allowed: [Address, number][];
  /** Whether receivers may be in networks that only this machine's own names lead to. */
  readonly hasAllowedNetworks: boolean;

  constructor(allowedCidrs: readonly string[] = []) {
    this.hasAllowedNetworks = allowedCidrs.length > 0;
    this.allowed = allowedCidrs.map((text) => ipaddr.parseCIDR(text));
  }

  /** Whether the operator's own word opens a host: an address of the allowed networks, or this machine's name. */
  isAllowlistedHost(hostname: string): boolean {
    const bare = hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = bare === 'localhost' ? ['127.0.0.1', '::1'] : isIP(bare) ? [bare] : [];
    return addresses.some((address) => isInAny(unmapIpv4(ipaddr.parse(address)), this.allowed));
  }

  /** @param text an address as a resolver gives it or `URL.hostname` shows it; anything else is refused */
  isPermitted(text: string): boolean {
    const bare = text.replace(/^\[(.*)\]$/, '$1');
    if (isIP(bare) === 0) return false;
    const address = unmapIpv4(ipaddr.parse(bare));
    return isInAny(address, this.allowed) || (isPublic(address) && !isInAny(address, BLOCKED_NETWORKS));
  }
}

/** `::ffff:10.0.0.1` is 10.0.0.1 to the operating system. */
function unmapIpv4(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/**
 * Only plain global unicast: NAT64, 6to4, Teredo and their like carry an IPv4 address inside, which may be a private
 * one, and nobody runs a receiver on them.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
}

/** An IPv4 address behind the interface id 0:5efe (RFC 5214). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4]! & ~0x200) === 0 && parts[5] === 0x5efe;
}

function isInAny(address: Address, networks: readonly [Address, number][]): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
