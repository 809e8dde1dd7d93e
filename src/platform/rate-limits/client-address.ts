import ipaddr from 'ipaddr.js';

/** Who an address counts as: IPv4 by itself, IPv6 by its /64, which is what one customer gets. */
export function toClientKey(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
