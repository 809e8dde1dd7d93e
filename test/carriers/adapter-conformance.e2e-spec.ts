import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SimulatedAdapter } from '../../src/features/carriers/adapters/simulated/simulated.adapter.js';
import type { CarrierAccount } from '../../src/features/carriers/carrier-adapter.js';
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

describe('an example adapter conforms', () => {
  const fake = new ExampleCarrier();
  beforeAll(() => fake.listen());
  afterAll(() => fake.close());

  for (const { name, run } of carrierChecks(exampleSubject(fake))) it(name, run);
});

describe('the simulated adapter conforms as far as it makes calls', () => {
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
class UnvalidatedSettings extends ExampleAdapter {
  override readonly settings = class Unchecked {} as never;
}

describe('a check fails', () => {
  const fake = new ExampleCarrier();
  beforeAll(() => fake.listen());
  afterAll(() => fake.close());

  it.each<[string, new () => ExampleAdapter, string]>([
    ['drops a service', DropsAccessorials, 'rates: hazmat is rated, or declined by name'],
    ['rounds each line by itself', RoundsEachLine, 'rates: hazmat is rated'],
    ['takes dollars for cents', TakesDollarsForCents, 'rates: the price is the carrier’s'],
    ['asks for another price each time', PricesDifferently, 'rates: the same request has the same price'],
    ['keeps the request in a field', KeepsRequestInField, 'rates: concurrent requests do not mix'],
    ['rounds up in the request itself', MutatesRequest, 'rates: the request and the account stay unchanged'],
    ['tells the carrier no reference', OmitsReference, 'booking: a retry after a lost answer'],
    ['makes up a reference each time', NewReferenceEachTime, 'booking: a retry returns the same PRO number'],
    ['doesn’t heed the signal', IgnoresSignal, 'rate: ends when its signal aborts'],
    ['begins when its time is over', IgnoresSignal, 'cancel: makes no call if its signal'],
    ['throws errors of its own', ThrowsOwnErrors, 'tender: reports html as a fault'],
    ['repeats what the carrier repeats', ThrowsOwnErrors, 'track: reports 401 as a fault'],
    ['hangs the request on its error', LeaksRequestInError, 'rate: reports 500 as a fault'],
    ['reads local times as UTC', ReadsLocalTimesAsUtc, 'tracking: the times of scans do not depend'],
    [
      'has a settings class without a rule',
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
