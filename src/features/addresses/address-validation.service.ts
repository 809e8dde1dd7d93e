import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { isZip } from '../../domain/zip-codes.js';
import type { AddressValidationDto, NormalizedAddressDto, ValidateAddressDto } from './addresses.dto.js';
import { resolveAlias } from './aliases.js';
import { checkOffline } from './verifiers/offline/offline-check.js';
import type { PostalAddress, Verdict } from './verifiers/verifier.js';
import { VerifierChain } from './verifiers/verifier-chain.js';

const FORMAT_ONLY_NOTE = 'only its format was checked, and that ZIP code and state agree.';

/** Verifies addresses without saving them. Test mode never asks a verifier. */
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
    const offline = (why: string) => ({ valid, normalized, messages: [...messages, why] });
    if (mode === 'test') return offline(`In test mode no verifier is asked: ${FORMAT_ONLY_NOTE}`);
    if (normalized.zip !== null && !isZip(normalized.zip)) return offline('No verifier was asked.');
    return (await this.verifiers.verify(normalized)) ?? offline(`No verifier answered: ${FORMAT_ONLY_NOTE}`);
  }
}

function toPostalAddress(body: ValidateAddressDto): PostalAddress {
  const { city = null, state, zip = null } = body;
  return { street: resolveAlias(body, 'address', 'street')!, city, state, zip };
}

function toValidationDto({ valid, normalized, messages }: Verdict): AddressValidationDto {
  return { object: 'address_validation', valid, normalized: toNormalizedDto(normalized), messages };
}

function toNormalizedDto({ street, city, state, zip }: PostalAddress): NormalizedAddressDto {
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
    phone: null,
    email: null,
    created_at: null,
    updated_at: null,
  };
}
