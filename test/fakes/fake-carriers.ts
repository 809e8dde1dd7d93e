import type { FakeCarrierServer } from '../../src/features/carriers/conformance/fake-carrier-server.js';
import { EBOL_ACCOUNT, FakeEbol } from './fake-ebol.js';
import { ESTES_ACCOUNT, FakeEstes } from './fake-estes.js';
import { FakeRl, RL_KEY } from './fake-rl.js';
import { FakeTforce, TFORCE_APP } from './fake-tforce.js';
import { FakeXpo, XPO_ACCOUNT } from './fake-xpo.js';

/** A fake that listens, and how to connect with it. */
export interface FakeCarrierConnection {
  adapter: string;
  scac: string;
  fake: FakeCarrierServer;
  settings: object;
}

/** All of them, each on a free port of this machine. */
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

/** One that has no prices and takes NMFTA's eBOL. */
export async function startFakeEbol(): Promise<FakeCarrierConnection> {
  const fake = new FakeEbol();
  await fake.listen();
  const settings = { ...EBOL_ACCOUNT, auth: 'token', base_url: fake.url, token_url: fake.tokenUrl };
  return { adapter: 'ebol', scac: 'ODFL', fake, settings };
}
