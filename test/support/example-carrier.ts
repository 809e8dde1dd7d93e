import { IsOptional, IsString, IsUrl, Length } from 'class-validator';
import {
  CarrierDeclined,
  CarrierFault,
  type CarrierAccount,
  type CarrierAdapter,
  type RawRate,
  type RawTender,
  type RawTracking,
} from '../../src/features/carriers/carrier-adapter.js';
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

/** A carrier that writes dollars as text, local times with their offset, and success into its answers. */
export class ExampleCarrier extends FakeCarrierServer {
  private readonly made: Booking[] = [];

  override bookings(reference: string): number {
    return this.made.filter((booking) => booking.reference === reference).length;
  }

  protected override answer({ headers, path, body }: FakeRequest, declines: boolean): FakeAnswer {
    if (headers['x-key'] !== EXAMPLE_API_KEY) return { status: 401, body: { error: 'key' } };
    if (declines) return { status: 200, body: { status: 'FAIL', errors: ['We do not serve that.'] } };
    const asked = (body ? JSON.parse(body) : {}) as { pounds: number; services: string[]; bol: string };
    if (path === '/rates') return { status: 200, body: { status: 'OK', ...this.price(asked) } };
    if (path === '/bookings') return { status: 200, body: { status: 'OK', pro: this.book(asked.bol) } };
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
    return {
      quote: `Q${pounds}`,
      days: 3,
      freight: dollars(cents),
      fees,
      net: dollars(cents + fees.length * 9_500),
    };
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

/** An adapter as short as it can be. Its parts can be replaced to break a rule each. */
export class ExampleAdapter implements CarrierAdapter<ExampleSettings> {
  readonly name = 'example';
  readonly settings = ExampleSettings;

  async rate(request: RateRequest, account: Account, signal: AbortSignal): Promise<RawRate[]> {
    const services = this.toServices(request.accessorials);
    const answer = await this.post('/rates', { pounds: this.toPounds(request), services }, account, signal);
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
    const level = { serviceLevel: 'Standard', serviceCode: 'STD', transitDays: answer.days as number };
    const netChargeCents = this.toCents(answer.net);
    return [{ quoteNumber: answer.quote as string, ...level, netChargeCents, charges }];
  }

  async tender(request: TenderRequest, account: Account, signal: AbortSignal): Promise<RawTender> {
    const answer = await this.post('/bookings', { bol: this.toReference(request) }, account, signal);
    return { proNumber: answer.pro as string };
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
    try {
      const answer = await fetch(base_url + path, {
        method: 'POST',
        headers: { 'x-key': api_key },
        body: JSON.stringify(body),
        signal: this.toSignal(signal),
      });
      const read = (await answer.json()) as Answer;
      if (answer.ok && read.status === 'OK') return read;
      if (answer.ok && read.status === 'FAIL')
        throw new CarrierDeclined(String((read.errors as unknown[])[0]));
      throw new Error(`${answer.status} ${JSON.stringify(read)}`);
    } catch (error) {
      throw error instanceof CarrierDeclined ? error : this.toError(error, account);
    }
  }
}
