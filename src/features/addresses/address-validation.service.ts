import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { getCountry } from '../../domain/countries.js';
import { isZip } from '../../domain/zip-codes.js';
import type { AddressValidationDto, NormalizedAddressDto, ValidateAddressDto } from './addresses.dto.js';
import { resolveAlias } from './address.mapper.js';
import { checkOffline } from './verifiers/offline-check.js';
import type { PostalAddress, Verdict } from './verifiers/verifier.js';
import { VerifierChain } from './verifiers/verifier-chain.js';

const FORMAT_ONLY_NOTE = 'the service checked only the format and that the ZIP code is in the state.';

/** Verifies addresses without saving them. Test mode never calls a verifier. */
@Injectable()
export class AddressValidationService {
  constructor(
    private readonly verifiers: VerifierChain,
    private readonly transactions: Transactions,
  ) {}

  async validate(tenant: Tenant, body: ValidateAddressDto): Promise<AddressValidationDto> {
    const verdict = await this.resolveVerdict(tenant, toPostalAddress(body));
    return this.transactions.finish(() => Promise.resolve(toValidationDto(verdict)));
  }

  private async resolveVerdict({ mode }: Tenant, address: PostalAddress): Promise<Verdict> {
    const { valid, normalized, messages } = checkOffline(address);
    const withNote = (note: string) => ({ valid, normalized, messages: [...messages, note] });
    if (getCountry(address) !== 'US')
      return withNote(
        'No verifier covers the country: the service checked the format of the postal code and, in Canada, its province.',
      );
    if (mode === 'test') return withNote(`In test mode, no address verifier is called: ${FORMAT_ONLY_NOTE}`);
    if (normalized.zip !== null && !isZip(normalized.zip))
      return withNote('The service did not call an address verifier.');
    return (
      (await this.verifiers.verify(normalized)) ??
      withNote(`No address verifier responded: ${FORMAT_ONLY_NOTE}`)
    );
  }
}

function toPostalAddress(body: ValidateAddressDto): PostalAddress {
  const { city = null, state, zip = null } = body;
  return { street: resolveAlias(body, 'address', 'street')!, city, state, zip, country: getCountry(body) };
}

function toValidationDto({ valid, normalized, messages }: Verdict): AddressValidationDto {
  return { object: 'address_validation', valid, normalized: toNormalizedDto(normalized), messages };
}

function toNormalizedDto(address: PostalAddress): NormalizedAddressDto {
  const { street, city, state, zip } = address;
  return {
    object: 'address',
    id: null,
    customer_id: null,
    name: null,
    company: null,
    contact: null,
    contact_name: null,
    address: street,
    city,
    state,
    zip,
    country: getCountry(address),
    phone: null,
    email: null,
    created_at: null,
    updated_at: null,
  };
}
