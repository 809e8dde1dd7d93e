import { STANDARD_TAX_RATES, type TaxSettings } from '../../domain/canadian-taxes.js';
import { getCountry, type Country } from '../../domain/countries.js';
import { toDto } from '../http/contract/case-mapper.js';
import {
  RateShoppingDto,
  type LogoDto,
  type OrganizationDto,
  type SetOrganizationAddressDto,
  type SetRateShoppingDto,
  type SetRemitToDto,
  type UpdateOrganizationDto,
} from './organization.dto.js';
import type { SetTaxesDto, TaxesDto } from './organization-taxes.dto.js';
import type { Logo } from './logo.js';
import type { Organization } from './organization.entity.js';
import type {
  OrganizationAddress,
  OrganizationProfile,
  RateShopping,
  RemitTo,
} from './organization-profile.entity.js';
import type { ProfileChange } from './organization-profiles.repository.js';

export function toOrganizationDto(
  { id, name, createdAt }: Organization,
  profile: OrganizationProfile | null,
): OrganizationDto {
  return {
    object: 'organization',
    id,
    name,
    legal_name: profile?.legalName ?? null,
    address: profile?.address ? withCountry(profile.address) : null,
    logo: profile && toLogoDto(profile),
    color: profile?.color ?? null,
    remit_to: profile?.remitTo ? withCountry(profile.remitTo) : null,
    rate_shopping: profile?.rateShopping ? toDto(RateShoppingDto, profile.rateShopping, {}) : null,
    taxes: profile?.taxes ? toTaxesDto(profile.taxes) : null,
    created_at: createdAt.toISOString(),
    updated_at: (profile?.updatedAt ?? createdAt).toISOString(),
  };
}

export function toProfileChange(body: UpdateOrganizationDto): ProfileChange {
  const { legal_name: legalName, address, color, remit_to: remitTo, rate_shopping: rules, taxes } = body;
  return {
    ...(legalName !== undefined && { legalName }),
    ...(address !== undefined && { address: address && toAddress(address) }),
    ...(color !== undefined && { color: color && color.toLowerCase() }),
    ...(remitTo !== undefined && { remitTo: remitTo && toRemitTo(remitTo) }),
    ...(rules !== undefined && { rateShopping: rules && toRateShopping(rules) }),
    ...(taxes !== undefined && { taxes: taxes && toTaxes(taxes) }),
  };
}

function toTaxesDto({ gstHstNumber, qstNumber, rates }: TaxSettings): TaxesDto {
  return { gst_hst_number: gstHstNumber, qst_number: qstNumber, rates: [...(rates ?? STANDARD_TAX_RATES)] };
}

function toTaxes({
  gst_hst_number: gstHstNumber = null,
  qst_number: qstNumber = null,
  rates = null,
}: SetTaxesDto): TaxSettings {
  return { gstHstNumber, qstNumber, rates };
}

export function toLogo(profile: OrganizationProfile | null): Logo | null {
  if (!profile?.logo) return null;
  const { logo: bytes, logoType, logoWidth, logoHeight } = profile;
  return { bytes, type: logoType!, width: logoWidth!, height: logoHeight! };
}

function withCountry<T extends OrganizationAddress>(location: T): T & { country: Country } {
  return { ...location, country: getCountry(location) };
}

function toLogoDto({ logoType, logoWidth, logoHeight }: OrganizationProfile): LogoDto | null {
  return logoType && { content_type: logoType, width: logoWidth!, height: logoHeight! };
}

function toAddress({
  phone = null,
  email = null,
  ...address
}: SetOrganizationAddressDto): OrganizationAddress {
  const { address: street, city, state, zip } = address;
  return { address: street, city, state, zip, country: getCountry(address), phone, email };
}

function toRemitTo({ company = null, contact = null, ...address }: SetRemitToDto): RemitTo {
  return { company, contact, ...toAddress(address) };
}

function toRateShopping({
  exclude_carriers: excludeCarriers = [],
  prefer_carriers: preferCarriers = [],
  cheapest_within_days: cheapestWithinDays = null,
}: SetRateShoppingDto): RateShopping {
  return { excludeCarriers, preferCarriers, cheapestWithinDays };
}
