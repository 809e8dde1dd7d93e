import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SimulatedAdapter } from '../../src/features/carriers/adapters/simulated/simulated.adapter.js';
import type { CarrierAccount } from '../../src/features/carriers/carrier-adapter.js';
import type { RateRequest, TenderRequest } from '../../src/features/carriers/carrier-requests.js';
import { carrierChecks } from '../../src/features/carriers/conformance/carrier-checks.js';
import { askedOf, pallet } from '../support/rating.js';
import { ExampleAdapter, ExampleCarrier, ExampleSettings, KEY } from '../support/example-carrier.js';

function request(weight: number): RateRequest {
  return askedOf([pallet(weight, '70')], {
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
      api_key: KEY,
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
    secrets: [KEY],
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
class Dropping extends ExampleAdapter {
  protected override services = () => [];
}
class Rounding extends ExampleAdapter {
  protected override cents = (text: unknown) => Math.round(Number((text as string).slice(1)) * 100.1);
}
class Dollars extends ExampleAdapter {
  protected override cents = (text: unknown) => Number((text as string).slice(1));
}
class Moody extends ExampleAdapter {
  private asked = 0;
  protected override pounds = () => ++this.asked;
}
class Mixing extends ExampleAdapter {
  private current: RateRequest;
  override async rate(...[asked, account, signal]: Parameters<ExampleAdapter['rate']>) {
    this.current = asked;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return super.rate(this.current, account, signal);
  }
}
class Meddling extends ExampleAdapter {
  protected override pounds({ items: [item] }: RateRequest): number {
    return (item!.weight = Math.ceil(item!.weight));
  }
}
class Forgetful extends ExampleAdapter {
  protected override reference = () => '';
}
class Repeating extends ExampleAdapter {
  private static count = 0;
  protected override reference = ({ reference }: TenderRequest) => `${reference}-${Repeating.count++}`;
}
class Deaf extends ExampleAdapter {
  protected override signal = () => new AbortController().signal;
}
class Chatty extends ExampleAdapter {
  protected override fault = (error: unknown) => new Error((error as Error).message);
}
class Leaking extends ExampleAdapter {
  protected override fault(error: unknown, account: CarrierAccount<ExampleSettings>): Error {
    return Object.assign(super.fault(error, account), {
      config: { headers: { 'x-key': account.settings.api_key } },
    });
  }
}
class Local extends ExampleAdapter {
  protected override moment = (text: string) => new Date(`${text.slice(0, 19)}Z`);
}
class Unchecked extends ExampleAdapter {
  override readonly settings = class Unchecked {} as never;
}

describe('a check fails', () => {
  const fake = new ExampleCarrier();
  beforeAll(() => fake.listen());
  afterAll(() => fake.close());

  it.each<[string, new () => ExampleAdapter, string]>([
    ['drops a service', Dropping, 'rates: hazmat is rated, or declined by its name'],
    ['rounds each line by itself', Rounding, 'rates: hazmat is rated'],
    ['takes dollars for cents', Dollars, 'rates: the price is the carrier’s'],
    ['asks for another price each time', Moody, 'rates: the same request has the same price'],
    ['keeps the request in a field', Mixing, 'rates: requests under way at once don’t mix'],
    ['rounds up in the request itself', Meddling, 'rates: the request and the account are left as they are'],
    ['tells the carrier no reference', Forgetful, 'booking: a repeat after a lost answer'],
    ['makes up a reference each time', Repeating, 'booking: a repeat books nothing more'],
    ['doesn’t heed the signal', Deaf, 'rate: ends with its signal'],
    ['begins when its time is over', Deaf, 'cancel: asks nobody when its time is over'],
    ['throws errors of its own', Chatty, 'tender: the carrier’s html is a fault'],
    ['repeats what the carrier repeats', Chatty, 'track: the carrier’s 401 is a fault'],
    ['hangs the request on its error', Leaking, 'rate: the carrier’s 500 is a fault'],
    ['reads local times as UTC', Local, 'tracking: scans happened when the carrier says'],
    ['has a settings class without a rule', Unchecked, 'settings: those of the account are taken'],
  ])('for an adapter that %s', async (_name, Adapter, check) => {
    const checks = carrierChecks(exampleSubject(fake, () => new Adapter()));
    const [broken, ...others] = checks.filter(({ name }) => name.startsWith(check));
    expect(others).toEqual([]);
    await expect(broken!.run()).rejects.toThrow();
  });
});
