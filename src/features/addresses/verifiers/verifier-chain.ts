import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { LRUCache } from 'lru-cache';
import { withDeadline } from '../../../platform/async/with-deadline.js';
import { Config } from '../../../config/config.js';
import { ExtensionError } from '../../../config/extension.js';
import { CircuitBreaker, CircuitOpenError } from '../../../platform/http-client/circuit-breaker.js';
import { OutboundFault } from '../../../platform/http-client/outbound-fault.js';
import { UpsVerifier } from './ups.verifier.js';
import { UspsVerifier } from './usps.verifier.js';
import { VerifierMark, type AddressVerifier, type PostalAddress, type Verdict } from './verifier.js';

const DAY_MS = 86_400_000;
/** An unknown address expires sooner, because it may be built or corrected. */
const VALID_TTL_MS = 30 * DAY_MS;
const INVALID_TTL_MS = DAY_MS;

/** A verifier that cannot be reached, as opposed to null for an address that it does not cover. */
const NO_ANSWER = Symbol('no answer');

/** Calls the configured verifiers, then those of extensions, until one confirms the address. */
@Injectable()
export class VerifierChain implements OnModuleInit {
  private readonly logger = new Logger('Verifiers');
  private readonly verifiers: { verifier: AddressVerifier; breaker: CircuitBreaker }[] = [];
  private readonly verdicts = new LRUCache<string, Verdict>({ max: 10_000 });
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

  /** @throws ExtensionError if two verifiers have the same name */
  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders({ metadataKey: VerifierMark.KEY })) {
      this.add(instance as AddressVerifier);
    }
  }

  /**
   * Returns the first valid verdict, or the merged messages of all rejections, or null if no verifier responded.
   * Must not run inside a transaction, because it waits for other services.
   */
  async verify(address: PostalAddress): Promise<Verdict | null> {
    const key = JSON.stringify([address.street, address.city, address.state, address.zip]);
    const cached = this.verdicts.get(key);
    if (cached) return cached;
    const refusals: Verdict[] = [];
    let allAnswered = true;
    for (const { verifier, breaker } of this.verifiers) {
      const answer = await this.callVerifier(verifier, breaker, address);
      if (answer === NO_ANSWER) allAnswered = false;
      else if (answer) {
        const verdict = addVerifierMessages(verifier, address, answer);
        if (verdict.valid) return this.cacheVerdict(key, verdict);
        refusals.push(verdict);
      }
    }
    const refusal = mergeRefusals(refusals);
    // A verifier that did not respond may confirm the address next time.
    return refusal && allAnswered ? this.cacheVerdict(key, refusal) : refusal;
  }

  private add(verifier: AddressVerifier): void {
    if (this.verifiers.some((known) => known.verifier.name === verifier.name)) {
      throw new ExtensionError(`Two address verifiers have the name "${verifier.name}". Rename one of them.`);
    }
    this.verifiers.push({ verifier, breaker: new CircuitBreaker(this.cooldownMs) });
  }

  private cacheVerdict(key: string, verdict: Verdict): Verdict {
    this.verdicts.set(key, verdict, { ttl: verdict.valid ? VALID_TTL_MS : INVALID_TTL_MS });
    return verdict;
  }

  /** Applies one deadline to the token request, the call and its retry. */
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
      if (!(error instanceof CircuitOpenError)) this.logger.warn(`${verifier.name} failed: ${error.message}`);
      return NO_ANSWER;
    }
  }
}

function throwTimeout(): never {
  throw new OutboundFault('it timed out');
}

function addVerifierMessages(verifier: AddressVerifier, sent: PostalAddress, verdict: Verdict): Verdict {
  const { valid, normalized } = verdict;
  const messages = [`${valid ? 'Verified' : 'Not verified'} by ${verifier.name}.`, ...verdict.messages];
  const [before, after] = [sent.zip?.slice(0, 5), normalized.zip?.slice(0, 5)];
  if (valid && before && before !== after) {
    messages.push(`The ZIP code was corrected from ${before} to ${after}.`);
  }
  if (valid && sent.city && sent.city !== normalized.city?.toUpperCase()) {
    messages.push(`The city was corrected from ${sent.city} to ${normalized.city}.`);
  }
  return { ...verdict, messages };
}

function mergeRefusals(refusals: Verdict[]): Verdict | null {
  const [first] = refusals;
  return first ? { ...first, messages: refusals.flatMap(({ messages }) => messages) } : null;
}
