import type { LogoDto, OrganizationDto } from './organization.dto.js';
import type { RateShopping } from './rate-shopping.js';
import type { RateShoppingDto } from './rate-shopping.dto.js';
import type { Organization } from './organization.entity.js';
import type { OrganizationProfile } from './organization-profile.entity.js';

export function toOrganizationDto(
  { id, name, createdAt }: Organization,
  profile: OrganizationProfile | null,
): OrganizationDto {
  return {
    object: 'organization',
    id,
    name,
    legal_name: profile?.legalName ?? null,
    address: profile?.address ?? null,
    logo: profile && toLogoDto(profile),
    color: profile?.color ?? null,
    remit_to: profile?.remitTo ?? null,
    rate_shopping: profile?.rateShopping ? toRateShoppingDto(profile.rateShopping) : null,
    created_at: createdAt.toISOString(),
    updated_at: (profile?.updatedAt ?? createdAt).toISOString(),
  };
}

function toRateShoppingDto(rules: RateShopping): RateShoppingDto {
  const { excludeCarriers, preferCarriers, cheapestWithinDays } = rules;
  return {
    exclude_carriers: excludeCarriers,
    prefer_carriers: preferCarriers,
    cheapest_within_days: cheapestWithinDays,
  };
}

function toLogoDto({ logoType, logoWidth, logoHeight }: OrganizationProfile): LogoDto | null {
  return logoType && { content_type: logoType, width: logoWidth!, height: logoHeight! };
}
