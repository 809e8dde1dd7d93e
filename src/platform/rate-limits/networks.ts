import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** The bits before the IPv4 address in `::ffff:10.0.0.1`. */
const MAPPED_BITS = 96;

/** How a network, or a single address, is kept: `10.1.2.3/8` as `10.0.0.0/8`. Null for anything else. */
export function normalizeNetwork(text: string): string | null {
  const network = parseNetwork(text);
  if (!network) return null;
  const [address, bits] = network;
  const cidr = `${address.toString()}/${bits}`;
  const kind = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(cidr).toString()}/${bits}`;
}

/** Whether an address lies in one of the networks. @param address as the connection or a trusted proxy gives it */
export function isInNetworks(networks: readonly string[], address: string | undefined): boolean {
  return address !== undefined && networks.some((network) => containsNetwork(network, address));
}

/** Whether all of a network, or an address, lies in another one. */
export function containsNetwork(outer: string, inner: string): boolean {
  const [one, other] = [parseNetwork(outer), parseNetwork(inner)];
  if (!one || !other) return false;
  const [network, bits] = one;
  const [address, itsBits] = other;
  return network.kind() === address.kind() && itsBits >= bits && address.match(network, bits);
}

/** An address as people write it: `::ffff:10.0.0.1` is 10.0.0.1. */
export function formatAddress(address: string | undefined): string {
  return address !== undefined && isIP(address) !== 0 ? ipaddr.process(address).toString() : 'unknown';
}

/** A mapped network is one of IPv4, as a mapped address is one; one that is wider is neither. */
function parseNetwork(text: string): Network | null {
  const [, host = '', suffix] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(host);
  if (version === 0) return null;
  const all = version === 4 ? 32 : 128;
  const bits = suffix === undefined ? all : Number(suffix);
  if (bits > all) return null;
  const address = ipaddr.parse(host);
  if (address instanceof ipaddr.IPv4 || !address.isIPv4MappedAddress()) return [address, bits];
  return bits < MAPPED_BITS ? null : [address.toIPv4Address(), bits - MAPPED_BITS];
}
