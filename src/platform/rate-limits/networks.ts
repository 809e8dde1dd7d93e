import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** The bits before the IPv4 address in `::ffff:10.0.0.1`. */
const MAPPED_BITS = 96;

/** Returns the key that rate limits count an address by: the IPv4 address, or the /64 of an IPv6 address. */
export function toClientKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Returns the canonical form of a network or address: `10.0.0.0/8` for `10.1.2.3/8`. Returns null for any other text. */
export function normalizeNetwork(text: string): string | null {
  const network = parseNetwork(text);
  if (!network) return null;
  const [address, bits] = network;
  const cidr = `${address.toString()}/${bits}`;
  const kind = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(cidr).toString()}/${bits}`;
}

/** @param address as the socket or a trusted proxy reports it */
export function isInNetworks(networks: readonly string[], address: string | undefined): boolean {
  return address !== undefined && networks.some((network) => containsNetwork(network, address));
}

/** Returns true if all addresses of `inner`, a network or an address, are in `outer`. */
export function containsNetwork(outer: string, inner: string): boolean {
  const [outerNetwork, innerNetwork] = [parseNetwork(outer), parseNetwork(inner)];
  if (!outerNetwork || !innerNetwork) return false;
  const [network, bits] = outerNetwork;
  const [address, innerBits] = innerNetwork;
  return network.kind() === address.kind() && innerBits >= bits && address.match(network, bits);
}

/** Returns an address in its usual form: `10.0.0.1` for `::ffff:10.0.0.1`. */
export function formatAddress(address: string | undefined): string {
  return address !== undefined && isIP(address) !== 0 ? ipaddr.process(address).toString() : 'unknown';
}

/** Parses an IPv4-mapped network as IPv4. Returns null if it is wider than the mapped range. */
function parseNetwork(text: string): Network | null {
  const [, host = '', suffix] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(host);
  if (version === 0) return null;
  const maxBits = version === 4 ? 32 : 128;
  const bits = suffix === undefined ? maxBits : Number(suffix);
  if (bits > maxBits) return null;
  const address = ipaddr.parse(host);
  if (address instanceof ipaddr.IPv4 || !address.isIPv4MappedAddress()) return [address, bits];
  return bits < MAPPED_BITS ? null : [address.toIPv4Address(), bits - MAPPED_BITS];
}
