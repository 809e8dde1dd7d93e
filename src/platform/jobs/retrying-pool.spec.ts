import { expect, it } from '@jest/globals';
import { RetryingPool } from './retrying-pool.js';

it('lets go of whoever waits for a database that is away, once it is ended', async () => {
  const pool = new RetryingPool('postgres://lading:secret@127.0.0.1:1/lading');
  const waiting = pool.connect().then(
    () => 'connected',
    (error: Error) => error.message,
  );
  await pool.end();
  expect(await waiting).toMatch(/ECONNREFUSED|after calling end/);
});
