import type { Logo } from './logo.js';
import type { Organization } from './organization.entity.js';
import type { OrganizationAddress, OrganizationProfile } from './organization-profile.entity.js';

/** A name and an address as papers print them; what isn't known is empty. */
export interface PrintedParty {
  company: string;
  contact: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  phone: string;
  email: string;
}

/** What stands at the head of an organization's papers. */
export interface Letterhead {
  party: PrintedParty;
  /** Where it is paid. */
  remitTo: PrintedParty;
  /** A `data:` URL; empty without a logo. */
  logo: string;
  /** `#rrggbb`; empty: black. */
  color: string;
}

export function buildLetterhead(
  { name }: Organization,
  profile: OrganizationProfile | null,
  logo: Logo | null,
): Letterhead {
  const { legalName, address = null, remitTo = null, color } = profile ?? {};
  const own = toPrintedParty(legalName ?? name, '', address);
  return {
    party: own,
    remitTo: remitTo ? toPrintedParty(remitTo.company ?? own.company, remitTo.contact ?? '', remitTo) : own,
    logo: logo ? `data:${logo.type};base64,${logo.bytes.toString('base64')}` : '',
    color: color ?? '',
  };
}

function toPrintedParty(company: string, contact: string, at: OrganizationAddress | null): PrintedParty {
  const { address = '', city = '', state = '', zip = '', phone, email } = at ?? {};
  return { company, contact, address, city, state, zip, phone: phone ?? '', email: email ?? '' };
}
