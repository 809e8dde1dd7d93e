import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SimulatedAdapter } from '../../src/features/carriers/adapters/simulated/simulated.adapter.js';
import {
  CarrierDeclined,
  CarrierFault,
  type CarrierAccount,
} from '../../src/features/carriers/carrier-adapter.js';
import type { HttpAnswer } from '../../src/platform/http-client/http-client.js';
import type { RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { buildRateRequest, buildPallet } from '../support/carrier-request-builders.js';
import {
  ExampleAdapter,
  ExampleCarrier,
  ExampleSettings,
  EXAMPLE_API_KEY,
} from '../support/example-carrier.js';

function request(weight: number): RateRequest {
  return buildRateRequest([buildPallet(weight, '70')], {
    origin: { city: 'Reno', state: 'NV', zip: '89501' },
    destination: { city: 'Denver', state: 'CO', zip: '80201' },
  });
}

function tender(reference: string): TenderRequest {
  const { origin, destination, items } = request(500);
  const party = { company: 'Acme', address: '12 S Main St', phone: '555-222-6666' };
  return {
    reference,
    carrierQuoteNumber: 'Q500',
    serviceCode: 'STD',
    shipper: { ...origin, ...party },
    consignee: { ...destination, ...party },
    items,
    accessorials: [],
    limitedAccess: {},
    declaredValueCents: null,
    terms: 'prepaid',
    billTo: null,
    orders: [],
    references: [],
    pickup: null,
    emergencyContact: null,
    description: 'Machine parts',
    specialInstructions: null,
    pickupDate: '2026-12-01',
  };
}

const samples = { requests: [request(500), request(1_200)] as const, tender };

function exampleSubject(fake: ExampleCarrier, adapter = () => new ExampleAdapter()) {
  const account: CarrierAccount<ExampleSettings> = {
    scac: 'ACME',
    // The port is known when the fake listens; the checks read it later.
    settings: {
      api_key: EXAMPLE_API_KEY,
      get base_url() {
        return fake.url;
      },
    },
  };
  const tracked = {
    proNumber: '010000000',
    instants: ['2026-12-01T16:30:00-08:00', '2026-12-03T08:00:00-07:00'],
  };
  const requiredSettings = ['api_key', 'base_url'];
  return {
    adapter,
    fake,
    account,
    requiredSettings,
    secrets: [EXAMPLE_API_KEY],
    ...samples,
    tracked,
    prices: [50_500, 121_200] as const,
  };
}

describe('the example adapter conforms', () => {
  const fake = new ExampleCarrier();
  beforeAll(() => fake.listen());
  afterAll(() => fake.close());

  for (const { name, run } of carrierChecks(exampleSubject(fake))) it(name, run);
});

describe('the simulated adapter passes every check that makes a call', () => {
  const subject = {
    adapter: () => new SimulatedAdapter(),
    account: { scac: 'SIM1', settings: { factor: 1.5 } },
    requiredSettings: [],
    secrets: [],
    ...samples,
  };

  for (const { name, run } of carrierChecks(subject)) it(name, run);
});

/** Adapters that break one rule each. */
class DropsAccessorials extends ExampleAdapter {
  protected override toServices = () => [];
}
class RoundsEachLine extends ExampleAdapter {
  protected override toCents = (text: unknown) => Math.round(Number((text as string).slice(1)) * 100.1);
}
class TakesDollarsForCents extends ExampleAdapter {
  protected override toCents = (text: unknown) => Number((text as string).slice(1));
}
class PricesDifferently extends ExampleAdapter {
  private asked = 0;
  protected override toPounds = () => ++this.asked;
}
class KeepsRequestInField extends ExampleAdapter {
  private current: RateRequest;
  override async rate(...[asked, account, signal]: Parameters<ExampleAdapter['rate']>) {
    this.current = asked;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return super.rate(this.current, account, signal);
  }
}
class MutatesRequest extends ExampleAdapter {
  protected override toPounds({ items: [item] }: RateRequest): number {
    return (item!.weight = Math.ceil(item!.weight));
  }
}
class OmitsReference extends ExampleAdapter {
  protected override toReference = () => '';
}
class NewReferenceEachTime extends ExampleAdapter {
  private static count = 0;
  protected override toReference = ({ reference }: TenderRequest) =>
    `${reference}-${NewReferenceEachTime.count++}`;
}
class IgnoresSignal extends ExampleAdapter {
  protected override toSignal = () => new AbortController().signal;
}
class ThrowsOwnErrors extends ExampleAdapter {
  protected override toError = (error: unknown) => new Error((error as Error).message);
}
class LeaksRequestInError extends ExampleAdapter {
  protected override toError(error: unknown, account: CarrierAccount<ExampleSettings>): Error {
    return Object.assign(super.toError(error, account), {
      config: { headers: { 'x-key': account.settings.api_key } },
    });
  }
}
class ReadsLocalTimesAsUtc extends ExampleAdapter {
  protected override parseTime = (text: string) => new Date(`${text.slice(0, 19)}Z`);
}
class FaultsOnRefusal extends ExampleAdapter {
  protected override judge = ({ status }: HttpAnswer) => {
    if (status >= 400) throw new CarrierFault('The carrier request failed.');
  };
}
class DeclinesEveryFailure extends ExampleAdapter {
  protected override judge = ({ status }: HttpAnswer) => {
    if (status >= 400) throw new CarrierDeclined(`HTTP ${status}`);
  };
}
class BooksWithoutTerms extends ExampleAdapter {
  protected override toTerms = ({ items }: TenderRequest) => ({ items });
}
class DiscardsEveryPrice extends ExampleAdapter {
  protected override readLevels: ExampleAdapter['readLevels'] = (levels, read) => levels.map(read);
}
class HidesMissingPickup extends ExampleAdapter {
  protected override describeMissingPickup = () => null;
}
class CancelsAfterRefusal extends ExampleAdapter {
  override cancel = (...given: Parameters<ExampleAdapter['cancel']>) =>
    super.cancel(...given).catch(() => undefined);
}
class SaysNothingHappened extends ExampleAdapter {
  protected override toError = () => new CarrierFault('The carrier request failed.', undefined, true);
}
class UnvalidatedSettings extends ExampleAdapter {
  override readonly settings = class Unchecked {} as never;
}

describe('exactly one conformance check fails', () => {
  const fake = new ExampleCarrier();
  beforeAll(() => fake.listen());
  afterAll(() => fake.close());

  it.each<[string, new () => ExampleAdapter, string]>([
    ['omits an accessorial', DropsAccessorials, 'rates: hazmat is rated, or declined by name'],
    ['rounds each line separately', RoundsEachLine, 'rates: hazmat is rated'],
    ['reads dollars as cents', TakesDollarsForCents, 'rates: the price is the carrier’s'],
    ['returns another price each time', PricesDifferently, 'rates: the same request has the same price'],
    ['keeps the request in a field', KeepsRequestInField, 'rates: concurrent requests do not mix'],
    ['rounds up in the request itself', MutatesRequest, 'rates: the request and the account stay unchanged'],
    ['sends no reference', OmitsReference, 'booking: a retry after a lost answer'],
    ['sends a new reference each time', NewReferenceEachTime, 'booking: a retry returns the same PRO number'],
    ['ignores the abort signal', IgnoresSignal, 'rate: ends when its signal aborts'],
    ['starts after an abort', IgnoresSignal, 'cancel: makes no call if its signal'],
    ['throws unknown error classes', ThrowsOwnErrors, 'tender: reports html as a fault'],
    ['passes on carrier messages', ThrowsOwnErrors, 'track: reports 401 as a fault'],
    ['attaches the request to its error', LeaksRequestInError, 'rate: reports 500 as a fault'],
    ['books without the declared value', BooksWithoutTerms, 'booking: the declared value of the quote'],
    ['books without the accessorials', BooksWithoutTerms, 'booking: hazmat reaches the carrier'],
    ['reports a refusal as a fault', FaultsOnRefusal, 'booking: HTTP 422 without a reason'],
    ['declines when the outcome is unknown', DeclinesEveryFailure, 'booking: after HTTP 409'],
    ['declines when the carrier is busy', DeclinesEveryFailure, 'booking: after HTTP 425'],
    ['discards prices with an unreadable one', DiscardsEveryPrice, 'rates: a price that cannot be read'],
    ['hides a refused pickup', HidesMissingPickup, 'booking: a pickup that the carrier refuses'],
    ['takes a refused cancellation for done', CancelsAfterRefusal, 'cancelling: HTTP 400 without a reason'],
    ['hides the reason of a cancellation', CancelsAfterRefusal, 'cancelling: a refusal of the carrier'],
    ['repeats a booking after a lost response', SaysNothingHappened, 'booking: after lost the carrier may'],
    ['repeats a booking after an unreadable one', SaysNothingHappened, 'booking: after html the carrier may'],
    ['declines rates without a reason', DeclinesEveryFailure, 'rates: HTTP 400 without a reason'],
    ['reads local times as UTC', ReadsLocalTimesAsUtc, 'tracking: the times of scans do not depend'],
    [
      'has a settings class without validation',
      UnvalidatedSettings,
      'settings: the settings of the account are valid',
    ],
  ])('for an adapter that %s', async (_name, Adapter, check) => {
    const checks = carrierChecks(exampleSubject(fake, () => new Adapter()));
    const [broken, ...others] = checks.filter(({ name }) => name.startsWith(check));
    expect(others).toEqual([]);
    await expect(broken!.run()).rejects.toThrow();
  });
});
