import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TrackingRefreshService } from '../../src/features/tracking/tracking-refresh.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { connectLiveCarrier, FakeCarrier } from '../support/fake-carrier.js';

/** The number of concurrent checks of one carrier. */
const SHARE = 8;

describe('tracking checks', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', BOOKING_DEADLINE: '60s' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const track = async (carrier: string, count: number) => {
    for (let number = 0; number < count; number++)
      await org.live
        .post('/api/v1/tracking')
        .send({ tracking_number: `${carrier}-${number}`, carrier })
        .expect(201);
  };

  it('run on time while another carrier with more and older due checks never responds', async () => {
    const [dead, well] = [new FakeCarrier(), new FakeCarrier()];
    await connectLiveCarrier(app, org, dead, 'SAIA');
    await connectLiveCarrier(app, org, well, 'FXFE');
    await track('SAIA', 3 * SHARE);
    await track('FXFE', 2 * SHARE);
    const hanging: (() => void)[] = [];
    dead.behavior.track = () => new Promise<void>((resolve) => hanging.push(resolve));

    const checking = app.app.get(TrackingRefreshService).refreshDue();
    await eventually(async () => well.tracked.length === 2 * SHARE);
    expect(dead.tracked).toHaveLength(SHARE);

    dead.behavior = {};
    hanging.forEach((letGo) => letGo());
    await checking;
    expect(new Set(dead.tracked).size).toBe(3 * SHARE);
  });
});
