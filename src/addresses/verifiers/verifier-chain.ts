import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../config.js';
import { UpsVerifier } from './ups/ups.verifier.js';
import { UspsVerifier } from './usps/usps.verifier.js';
import { VerdictCache } from './verdict-cache.js';
import { VerifierFault, type AddressVerifier, type PostalAddress, type Verdict } from './verifier.js';

/** What a verifier is that can't be asked or doesn't answer, unlike one that doesn't judge the address. */
const SILENT = Symbol('silent');

/**
 * The configured verifiers in their order: the next one is asked where the ones before gave no valid result.
 * Source: the interface specification, section 4.
 */
@Injectable()
export class VerifierChain {
  private readonly logger = new Logger('Verifiers');
  private readonly verifiers: AddressVerifier[] = [];
  private readonly verdicts = new VerdictCache();
  /** Until when a verifier is left alone, by the process's monotonic clock. */
  private readonly restingUntil = new Map<AddressVerifier, number>();
  private readonly timeoutMs: number;

  constructor({ verifiers: { usps, ups, timeoutMs } }: Config) {
    this.timeoutMs = timeoutMs;
    if (usps) this.verifiers.push(new UspsVerifier(usps, timeoutMs));
    if (ups) this.verifiers.push(new UpsVerifier(ups, timeoutMs));
  }

  /**
   * The first valid verdict; else what all who answered have against the address; null when nobody answered.
   * Their names are in the messages. Never inside a transaction.
   */
  async verify(address: PostalAddress): Promise<Verdict | null> {
    const known = this.verdicts.get(address);
    if (known) return known;
    const refusals: Verdict[] = [];
    let everyoneAnswered = true;
    for (const verifier of this.verifiers) {
      const answer = await this.ask(verifier, address);
      if (answer === SILENT) everyoneAnswered = false;
      else if (answer) {
        const verdict = named(verifier, address, answer);
        if (verdict.valid) return this.remember(address, verdict);
        refusals.push(verdict);
      }
    }
    const refusal = joined(refusals);
    // Someone who was silent may find the address next time.
    return refusal && everyoneAnswered ? this.remember(address, refusal) : refusal;
  }

  private remember(address: PostalAddress, verdict: Verdict): Verdict {
    this.verdicts.set(address, verdict);
    return verdict;
  }

  private async ask(
    verifier: AddressVerifier,
    address: PostalAddress,
  ): Promise<Verdict | null | typeof SILENT> {
    if (performance.now() < (this.restingUntil.get(verifier) ?? 0)) return SILENT;
    const signal = AbortSignal.timeout(this.timeoutMs);
    try {
      return await Promise.race([verifier.verify(address, signal), expiry(signal)]);
    } catch (error) {
      if (!(error instanceof VerifierFault)) throw error;
      if (error.restMs !== undefined) this.restingUntil.set(verifier, performance.now() + error.restMs);
      this.logger.warn(`${verifier.name} did not answer: ${error.message}`);
      return SILENT;
    }
  }
}

/** One deadline over everything that a verifier does for one address: token, call and repeat. */
function expiry(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(new VerifierFault('it took too long'));
    signal.addEventListener('abort', fail, { once: true });
  });
}

function named(verifier: AddressVerifier, asked: PostalAddress, verdict: Verdict): Verdict {
  const { valid, normalized } = verdict;
  const messages = [`${valid ? 'Verified' : 'Not verified'} by ${verifier.name}.`, ...verdict.messages];
  const [before, after] = [asked.zip?.slice(0, 5), normalized.zip?.slice(0, 5)];
  if (valid && before && before !== after) {
    messages.push(`The ZIP code was corrected from ${before} to ${after}.`);
  }
  if (valid && asked.city && asked.city !== normalized.city?.toUpperCase()) {
    messages.push(`The city was corrected from ${asked.city} to ${normalized.city}.`);
  }
  return { ...verdict, messages };
}

/** The first one's address with everyone's messages. */
function joined(refusals: Verdict[]): Verdict | null {
  const [first] = refusals;
  return first ? { ...first, messages: refusals.flatMap(({ messages }) => messages) } : null;
}
