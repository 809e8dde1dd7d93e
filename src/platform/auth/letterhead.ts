import { getCountry, type Country } from '../../domain/countries.js';
import type { Logo } from './logo.js';
import type { Organization } from './organization.entity.js';
import type { OrganizationAddress, OrganizationProfile } from './organization-profile.entity.js';

export interface PrintedParty {
  company: string;
  contact: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  country: Country;
  phone: string;
  email: string;
}

export interface Letterhead {
  party: PrintedParty;
  /** The party that customers pay. */
  remitTo: PrintedParty;
  /** A `data:` URL; empty without a logo. */
  logo: string;
  color: string;
}

export function buildLetterhead(
  { name }: Organization,
  profile: OrganizationProfile | null,
  logo: Logo | null,
): Letterhead {
  const { legalName, address = null, remitTo = null, color } = profile ?? {};
  const party = toPrintedParty(legalName ?? name, '', address);
  return {
    party,
    remitTo: remitTo
      ? toPrintedParty(remitTo.company ?? party.company, remitTo.contact ?? '', remitTo)
      : party,
    logo: logo ? `data:${logo.type};base64,${logo.bytes.toString('base64')}` : '',
    color: color ?? '',
  };
}

function toPrintedParty(
  company: string,
  contact: string,
  location: OrganizationAddress | null,
): PrintedParty {
  const { address = '', city = '', state = '', zip = '', phone, email } = location ?? {};
  const country = getCountry(location ?? {});
  return { company, contact, address, city, state, zip, country, phone: phone ?? '', email: email ?? '' };
}
