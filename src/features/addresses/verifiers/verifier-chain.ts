import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { withDeadline } from '../../../platform/async/with-deadline.js';
import { Config } from '../../../config/config.js';
import { ExtensionError } from '../../../config/extension.js';
import { CircuitBreaker, CircuitOpenError } from '../../../platform/http-client/circuit-breaker.js';
import { OutboundFault } from '../../../platform/http-client/outbound-fault.js';
import { UpsVerifier } from './ups/ups.verifier.js';
import { UspsVerifier } from './usps/usps.verifier.js';
import { VerdictCache } from './verdict-cache.js';
import { VerifierMark, type AddressVerifier, type PostalAddress, type Verdict } from './verifier.js';

/** What a verifier is that can't be asked or doesn't answer, unlike one that doesn't judge the address. */
const NO_ANSWER = Symbol('silent');

/**
 * The configured verifiers, then those of extensions: the next one is asked where the ones before gave no valid result.
 */
@Injectable()
export class VerifierChain implements OnModuleInit {
  private readonly logger = new Logger('Verifiers');
  private readonly verifiers: { verifier: AddressVerifier; breaker: CircuitBreaker }[] = [];
  private readonly verdicts = new VerdictCache();
  private readonly timeoutMs: number;
  private readonly cooldownMs: number;

  constructor(
    { verifiers: { usps, ups, timeoutMs }, outbound }: Config,
    private readonly discovery: DiscoveryService,
  ) {
    this.timeoutMs = timeoutMs;
    this.cooldownMs = outbound.restMs;
    if (usps) this.add(new UspsVerifier(usps, timeoutMs));
    if (ups) this.add(new UpsVerifier(ups, timeoutMs));
  }

  /** @throws ExtensionError when two verifiers have one name */
  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders({ metadataKey: VerifierMark.KEY })) {
      this.add(instance as AddressVerifier);
    }
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
    for (const { verifier, breaker } of this.verifiers) {
      const answer = await this.callVerifier(verifier, breaker, address);
      if (answer === NO_ANSWER) everyoneAnswered = false;
      else if (answer) {
        const verdict = addVerifierMessages(verifier, address, answer);
        if (verdict.valid) return this.cacheVerdict(address, verdict);
        refusals.push(verdict);
      }
    }
    const refusal = mergeRefusals(refusals);
    // Someone who was silent may find the address next time.
    return refusal && everyoneAnswered ? this.cacheVerdict(address, refusal) : refusal;
  }

  private add(verifier: AddressVerifier): void {
    if (this.verifiers.some((known) => known.verifier.name === verifier.name)) {
      throw new ExtensionError(`There are two address verifiers with the name "${verifier.name}".`);
    }
    this.verifiers.push({ verifier, breaker: new CircuitBreaker(this.cooldownMs) });
  }

  private cacheVerdict(address: PostalAddress, verdict: Verdict): Verdict {
    this.verdicts.set(address, verdict);
    return verdict;
  }

  /** One deadline over everything that a verifier does for one address: token, call and repeat. */
  private async callVerifier(
    verifier: AddressVerifier,
    breaker: CircuitBreaker,
    address: PostalAddress,
  ): Promise<Verdict | null | typeof NO_ANSWER> {
    try {
      return await breaker.call(() =>
        withDeadline(this.timeoutMs, (signal) => verifier.verify(address, signal), throwTimeout),
      );
    } catch (error) {
      if (!(error instanceof OutboundFault)) throw error;
      if (!(error instanceof CircuitOpenError))
        this.logger.warn(`${verifier.name} did not answer: ${error.message}`);
      return NO_ANSWER;
    }
  }
}

function throwTimeout(): never {
  throw new OutboundFault('it took too long');
}

function addVerifierMessages(verifier: AddressVerifier, asked: PostalAddress, verdict: Verdict): Verdict {
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
function mergeRefusals(refusals: Verdict[]): Verdict | null {
  const [first] = refusals;
  return first ? { ...first, messages: refusals.flatMap(({ messages }) => messages) } : null;
}
