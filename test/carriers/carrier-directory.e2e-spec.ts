import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarriersService } from '../../src/features/carriers/carriers.service.js';
import { startApp, type TestApp } from '../support/app.js';

describe('the carrier directory', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('is filled once by processes that start concurrently, without an error', async () => {
    const carriers = app.app.get(CarriersService);
    const rows = () => app.sql.query<object[]>('SELECT scac, name, id FROM carriers ORDER BY scac');
    const known = (await rows()).map((row) => ({ ...row, id: undefined }));
    for (let time = 0; time < 60; time++) {
      await app.sql.query('DELETE FROM carriers');
      await Promise.all(Array.from({ length: 6 }, () => carriers.onApplicationBootstrap()));
      expect((await rows()).map((row) => ({ ...row, id: undefined }))).toEqual(known);
    }
  });
});
