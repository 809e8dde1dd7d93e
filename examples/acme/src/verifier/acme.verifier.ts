import { InjectableVerifier, type AddressVerifier, type PostalAddress, type Verdict } from 'lading';

/** Verifies the address of Acme's own yard only. The service calls it for live keys, after USPS and UPS. */
@InjectableVerifier()
export class AcmeVerifier implements AddressVerifier {
  readonly name = 'Acme';

  async verify(address: PostalAddress): Promise<Verdict | null> {
    if (!address.street.endsWith('ACME YARD')) return null;
    return { valid: true, normalized: { ...address, city: 'CHICAGO' }, messages: ['Acme’s own yard.'] };
  }
}
