import type { FakeCarrierServer } from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { ARCBEST_ACCOUNT, FakeArcbest } from './fake-arcbest.js';
import { AVERITT_ACCOUNT, FakeAveritt } from './fake-averitt.js';
import { DAYTON_ACCOUNT, FakeDayton } from './fake-dayton.js';
import { DSDC_ACCOUNT, FakeDsdcRates } from './fake-dsdc-rates.js';
import { EBOL_ACCOUNT, FakeEbol } from './fake-ebol.js';
import { ESTES_ACCOUNT, FakeEstes } from './fake-estes.js';
import { FakeFedexFreight, FEDEX_FREIGHT_APP } from './fake-fedex-freight.js';
import { FakeOdfl, ODFL_ACCOUNT } from './fake-odfl.js';
import { FakeRl, RL_KEY } from './fake-rl.js';
import { FakeSaia, SAIA_ACCOUNT } from './fake-saia.js';
import { FakeSoutheastern, SOUTHEASTERN_ACCOUNT } from './fake-southeastern.js';
import { FakeTforce, TFORCE_APP } from './fake-tforce.js';
import { FakeXpo, XPO_ACCOUNT } from './fake-xpo.js';

/** A listening fake and the connection settings for it. */
export interface FakeCarrierConnection {
  adapter: string;
  scac: string;
  fake: FakeCarrierServer;
  settings: object;
}

/** Starts all fakes, each on a free port of loopback. */
export async function startFakeCarriers(): Promise<FakeCarrierConnection[]> {
  const [rl, tforce, xpo, estes] = [new FakeRl(), new FakeTforce(), new FakeXpo(), new FakeEstes()];
  await Promise.all([rl, tforce, xpo, estes].map((fake) => fake.listen()));
  return [
    { adapter: 'rl', scac: 'RLCA', fake: rl, settings: { api_key: RL_KEY, base_url: rl.url } },
    {
      adapter: 'tforce',
      scac: 'UPGF',
      fake: tforce,
      settings: { ...TFORCE_APP, token_url: tforce.tokenUrl, base_url: tforce.url },
    },
    { adapter: 'xpo', scac: 'XPOL', fake: xpo, settings: { ...XPO_ACCOUNT, base_url: xpo.url } },
    { adapter: 'estes', scac: 'EXLA', fake: estes, settings: { ...ESTES_ACCOUNT, base_url: estes.url } },
  ];
}

/** Starts a fake without rates that accepts NMFTA's eBOL. */
export async function startFakeEbol(): Promise<FakeCarrierConnection> {
  const fake = new FakeEbol();
  await fake.listen();
  const settings = { ...EBOL_ACCOUNT, auth: 'token', base_url: fake.url, token_url: fake.tokenUrl };
  return { adapter: 'ebol', scac: 'ODFL', fake, settings };
}

export async function startFakeSaia(): Promise<FakeCarrierConnection & { fake: FakeSaia }> {
  const fake = await new FakeSaia().listen();
  return { adapter: 'saia', scac: 'SAIA', fake, settings: { ...SAIA_ACCOUNT, base_url: fake.url } };
}

export async function startFakeSoutheastern(): Promise<FakeCarrierConnection & { fake: FakeSoutheastern }> {
  const fake = await new FakeSoutheastern().listen();
  const settings = { ...SOUTHEASTERN_ACCOUNT, base_url: fake.url };
  return { adapter: 'southeastern', scac: 'SEFL', fake, settings };
}

export async function startFakeAveritt(): Promise<FakeCarrierConnection & { fake: FakeAveritt }> {
  const fake = await new FakeAveritt().listen();
  return { adapter: 'averitt', scac: 'AVRT', fake, settings: { ...AVERITT_ACCOUNT, base_url: fake.url } };
}

export async function startFakeFedexFreight(): Promise<FakeCarrierConnection & { fake: FakeFedexFreight }> {
  const fake = await new FakeFedexFreight().listen();
  const settings = { ...FEDEX_FREIGHT_APP, base_url: fake.url };
  return { adapter: 'fedex_freight', scac: 'FXFE', fake, settings };
}

export async function startFakeDayton(): Promise<FakeCarrierConnection & { fake: FakeDayton }> {
  const fake = await new FakeDayton().listen();
  return { adapter: 'dayton', scac: 'DAFG', fake, settings: { ...DAYTON_ACCOUNT, base_url: fake.url } };
}

export async function startFakeOdfl(): Promise<FakeCarrierConnection & { fake: FakeOdfl }> {
  const fake = await new FakeOdfl().listen();
  const settings = { ...ODFL_ACCOUNT, base_url: fake.url, rate_url: fake.rateUrl };
  return { adapter: 'odfl', scac: 'ODFL', fake, settings };
}

export async function startFakeDsdcRates(): Promise<FakeCarrierConnection & { fake: FakeDsdcRates }> {
  const fake = await new FakeDsdcRates().listen();
  const settings = { ...DSDC_ACCOUNT, base_url: fake.url, token_url: fake.tokenUrl };
  return { adapter: 'dsdc_rates', scac: 'PITD', fake, settings };
}

export async function startFakeArcbest(): Promise<FakeCarrierConnection & { fake: FakeArcbest }> {
  const fake = await new FakeArcbest().listen();
  return { adapter: 'arcbest', scac: 'ABFS', fake, settings: { ...ARCBEST_ACCOUNT, base_url: fake.url } };
}

/** Starts the fakes that have a function of their own. */
export function startFurtherFakeCarriers(): Promise<FakeCarrierConnection[]> {
  return Promise.all([
    startFakeArcbest(),
    startFakeAveritt(),
    startFakeDayton(),
    startFakeDsdcRates(),
    startFakeEbol(),
    startFakeFedexFreight(),
    startFakeOdfl(),
    startFakeSaia(),
    startFakeSoutheastern(),
  ]);
}
