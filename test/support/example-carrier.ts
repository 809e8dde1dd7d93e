import { IsOptional, IsString, IsUrl, Length } from 'class-validator';
import {
  CarrierDeclined,
  CarrierFault,
  type CarrierAccount,
  type CarrierAdapter,
  type RawRate,
  type RawTender,
  type RawTracking,
  type UnratedLevel,
} from '../../src/features/carriers/carrier-adapter.js';
import {
  requireAnswer,
  requireCanceled,
  requireDone,
  type CarrierRefusal,
} from '../../src/features/carriers/carrier-answers.js';
import type { HttpAnswer } from '../../src/platform/http-client/http-client.js';
import { parseJsonBody, toText } from '../../src/platform/http-client/json.js';
import type {
  BookedFreight,
  RateRequest,
  TenderRequest,
} from '../../src/features/carriers/carrier-requests.js';
import {
  FakeCarrierServer,
  type FakeAnswer,
  type FakeRequest,
} from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { ACCESSORIALS, type Accessorial } from '../../src/domain/accessorials.js';
import { parseCents } from '../../src/domain/money.js';

export const EXAMPLE_API_KEY = 'key-of-the-example';

interface Booking {
  reference: string;
  pro: string;
}

/** A carrier that sends dollars as text, local times with an offset, and failures with status 200. */
export class ExampleCarrier extends FakeCarrierServer {
  private readonly made: Booking[] = [];

  override bookings(reference: string): number {
    return this.made.filter((booking) => booking.reference === reference).length;
  }

  protected override answer({ headers, path, body }: FakeRequest, declines: boolean): FakeAnswer {
    if (headers['x-key'] !== EXAMPLE_API_KEY) return { status: 401, body: { error: 'key' } };
    if (declines) return { status: 200, body: { status: 'FAIL', errors: ['We do not serve that.'] } };
    const asked = (body ? JSON.parse(body) : {}) as { pounds: number; services: string[]; bol: string };
    if (path === '/rates') return { status: 200, body: { status: 'OK', levels: this.price(asked) } };
    if (path === '/bookings') return { status: 200, body: { status: 'OK', pro: this.book(asked.bol) } };
    if (path === '/pickups') return { status: 200, body: { status: 'OK', confirmation: 'PU1' } };
    if (path.endsWith('/cancel')) return { status: 200, body: { status: 'OK' } };
    const scans = [
      { code: 'OFD', text: 'Out for delivery', place: 'Denver, CO', at: '2026-12-03T08:00:00-07:00' },
      { code: 'PU', text: 'Picked up', place: 'Reno, NV', at: '2026-12-01T16:30:00-08:00' },
    ];
    return { status: 200, body: { status: 'OK', scans } };
  }

  private price({ pounds, services }: { pounds: number; services: string[] }) {
    const cents = pounds * 101;
    const dollars = (amount: number) =>
      `$${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
    const fees = services.map((code) => ({ code, amount: '$95.00' }));
    const level = (code: string, freight: number) => ({
      code,
      quote: `${code}${pounds}`,
      days: 3,
      freight: dollars(freight),
      fees,
      net: dollars(freight + fees.length * 9_500),
    });
    return [level('STD', cents), level('AM', cents + 5_000)];
  }

  private book(reference: string): string {
    const known = this.made.find((booking) => booking.reference === reference && reference !== '');
    if (known) return known.pro;
    this.made.push({ reference, pro: `0${10_000_000 + this.made.length}` });
    return this.made.at(-1)!.pro;
  }
}

export class ExampleSettings {
  @IsString()
  @Length(8, 80)
  api_key: string;

  @IsUrl({ require_tld: false, require_protocol: true })
  base_url: string;

  @IsOptional()
  @IsString()
  note?: string;
}

type Account = CarrierAccount<ExampleSettings>;
type Answer = Record<string, unknown>;

const UNKNOWN_SERVICES: readonly Accessorial[] = ['sort_and_segregate'];
const STATUSES: Record<string, 'picked_up' | 'out_for_delivery'> = {
  PU: 'picked_up',
  OFD: 'out_for_delivery',
};

/** A minimal adapter. Tests override parts of it to break one rule each. */
export class ExampleAdapter implements CarrierAdapter<ExampleSettings> {
  readonly name = 'example';
  readonly settings = ExampleSettings;

  async rate(
    request: RateRequest,
    account: Account,
    signal: AbortSignal,
  ): Promise<(RawRate | UnratedLevel)[]> {
    const services = this.toServices(request.accessorials);
    const answer = await this.post('/rates', { pounds: this.toPounds(request), services }, account, signal);
    return this.readLevels(answer.levels as Answer[], (level) => this.readLevel(level));
  }

  /** A level that cannot be read is a level without a price. */
  protected readLevels(levels: Answer[], read: (level: Answer) => RawRate): (RawRate | UnratedLevel)[] {
    return levels.map((level) => {
      try {
        return read(level);
      } catch {
        return { serviceLevel: toText(level.code), reason: 'The price cannot be read.' };
      }
    });
  }

  private readLevel(answer: Answer): RawRate {
    const fees = answer.fees as { code: string; amount: string }[];
    const charges = [
      {
        type: 'linehaul' as const,
        code: 'FREIGHT',
        description: 'Freight',
        amountCents: this.toCents(answer.freight),
      },
      ...fees.map(({ code, amount }) => ({
        type: 'accessorial' as const,
        code,
        description: code,
        amountCents: this.toCents(amount),
      })),
    ];
    const code = answer.code as string;
    const level = { serviceLevel: code, serviceCode: code, transitDays: answer.days as number };
    const netChargeCents = this.toCents(answer.net);
    return { quoteNumber: answer.quote as string, ...level, netChargeCents, charges };
  }

  async tender(request: TenderRequest, account: Account, signal: AbortSignal): Promise<RawTender> {
    const body = { bol: this.toReference(request), ...this.toTerms(request) };
    const answer = await this.post('/bookings', body, account, signal);
    const proNumber = answer.pro as string;
    if (!request.pickup) return { proNumber };
    try {
      const { confirmation } = await this.post('/pickups', { pro: proNumber }, account, signal);
      return { proNumber, pickupConfirmation: confirmation as string };
    } catch (error) {
      return { proNumber, warning: this.describeMissingPickup(error as Error) };
    }
  }

  protected describeMissingPickup({ message }: Error): string | null {
    return `The carrier has no pickup: ${message}`;
  }

  async cancel({ proNumber }: BookedFreight, account: Account, signal: AbortSignal): Promise<void> {
    await this.post(`/bookings/${proNumber}/cancel`, {}, account, signal);
  }

  async track(proNumber: string, account: Account, signal: AbortSignal): Promise<RawTracking> {
    const { scans } = await this.post(`/bookings/${proNumber}/scans`, {}, account, signal);
    return {
      scans: (scans as { code: string; text: string; place: string; at: string }[]).map((scan) => ({
        status: STATUSES[scan.code]!,
        description: scan.text,
        location: scan.place,
        occurredAt: this.parseTime(scan.at),
      })),
    };
  }

  protected toTerms(request: TenderRequest): object {
    const {
      carrierQuoteNumber: quote,
      serviceCode,
      terms,
      accessorials,
      declaredValueCents,
      items,
    } = request;
    return { quote, serviceCode, terms, services: this.toServices(accessorials), declaredValueCents, items };
  }

  protected toPounds({ items }: RateRequest): number {
    return items.reduce((sum, { weight }) => sum + weight, 0);
  }

  protected toServices(accessorials: readonly Accessorial[]): string[] {
    const unknown = accessorials.find((name) => UNKNOWN_SERVICES.includes(name));
    if (unknown) throw new CarrierDeclined(`The carrier doesn't offer ${ACCESSORIALS[unknown].label}.`);
    return accessorials.map((name) => ACCESSORIALS[name].code);
  }

  protected toCents(text: unknown): number {
    return parseCents(text as string);
  }

  protected toReference({ reference }: TenderRequest): string {
    return reference;
  }

  protected parseTime(text: string): Date {
    return new Date(text);
  }

  protected toSignal(signal: AbortSignal): AbortSignal {
    return signal;
  }

  protected toError(_error: unknown, _account: Account): Error {
    return new CarrierFault('The carrier request failed.');
  }

  private async post(path: string, body: object, account: Account, signal: AbortSignal): Promise<Answer> {
    const { api_key, base_url } = account.settings;
    const changes = !path.startsWith('/rates') && !path.endsWith('/scans');
    let answer: HttpAnswer;
    try {
      const response = await fetch(base_url + path, {
        method: 'POST',
        headers: { 'x-key': api_key },
        body: JSON.stringify(body),
        signal: this.toSignal(signal),
      });
      answer = toHttpAnswer(response.status, await response.text());
    } catch (error) {
      throw this.toError(error, account);
    }
    const { status, body: read } = answer;
    const refusal =
      status >= 400 || read.status === 'FAIL' ? { message: toText(toList(read.errors)[0]) } : null;
    try {
      if (path.endsWith('/cancel') && !requireCanceled(answer, refusal, false)) return {};
      this.judge(answer, refusal, changes);
      if (read.status !== 'OK') throw new Error(JSON.stringify(read));
      return read;
    } catch (error) {
      if (error instanceof CarrierDeclined) throw error;
      const fault = this.toError(error, account);
      throw error instanceof CarrierFault && error.unheard && fault instanceof CarrierFault
        ? Object.assign(fault, { unheard: true })
        : fault;
    }
  }

  protected judge(answer: HttpAnswer, refusal: CarrierRefusal | null, changes: boolean): void {
    if (changes) requireDone(answer, refusal);
    else requireAnswer(answer, refusal);
  }
}

function toHttpAnswer(status: number, text: string): HttpAnswer {
  return { status, ...parseJsonBody(text), empty: text === '' };
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
