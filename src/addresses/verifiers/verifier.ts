/** A US address as it is verified. */
export interface PostalAddress {
  street: string;
  city: string | null;
  /** Two letters. */
  state: string;
  /** ZIP or ZIP+4. */
  zip: string | null;
}

/** A definite answer: the address as it is written properly, and what there is to say about it. */
export interface Verdict {
  valid: boolean;
  normalized: PostalAddress;
  messages: string[];
}

/** The verifier couldn't be asked or didn't answer sensibly: nothing is known of the address. */
export class VerifierFault extends Error {
  constructor(
    message: string,
    /** How long it wants to be left alone, in milliseconds. */
    readonly restMs?: number,
  ) {
    super(message);
  }
}

/**
 * Someone who knows which addresses exist. Null means that it doesn't judge addresses like this one.
 * @throws VerifierFault
 */
export interface AddressVerifier {
  readonly name: string;
  verify(address: PostalAddress, signal: AbortSignal): Promise<Verdict | null>;
}
