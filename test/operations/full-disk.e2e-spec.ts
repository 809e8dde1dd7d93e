import { afterEach, expect, it, jest } from '@jest/globals';
import { diskFullDetector } from '../../src/platform/database/disk-full-detector.js';
import { startApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { simulateFullDisk } from '../support/full-disk.js';

let app: TestApp;
afterEach(async () => {
  jest.restoreAllMocks();
  diskFullDetector.clear();
  await app.close();
});

const up = async (): Promise<string> =>
  /\nlading_database_up (\S+)/.exec((await app.client().get('/metrics')).text)![1]!;
const fault = async (): Promise<string> => {
  const { body } = await app.client().get('/health/ready').expect(503);
  return (body as { error: { database: { message: string } } }).error.database.message;
};
const halfAMinuteLater = (): void => {
  jest.spyOn(diskFullDetector, 'state', 'get').mockReturnValueOnce('unsure');
};

it('a database with a full disk is reported as down until it accepts writes again', async () => {
  app = await startApp({ PROCESS_ROLE: 'api' });
  const organization = await app.organization();
  expect(await up()).toBe('1');
  const makeRoom = await simulateFullDisk(app.sql);
  const refused = await organization.test.post('/api/v1/customers').send({ name: 'Acme' }).expect(503);
  expect(refused.body.error.message).toBe('Database unavailable: its disk is full. Retry in a few seconds.');
  expect(await fault()).toBe('its disk is full');
  expect(await up()).toBe('0');

  halfAMinuteLater();
  expect(await fault()).toBe('its disk is full');
  expect(diskFullDetector.state).toBe('full');

  await makeRoom();
  halfAMinuteLater();
  await eventually(async () => (await up()) === '1');
  await app.client().get('/health/ready').expect(200);
  const left = await app.sql.query(`SELECT relname FROM pg_class WHERE relname LIKE 'lading_disk%'`);
  expect(left).toEqual([]);
});
