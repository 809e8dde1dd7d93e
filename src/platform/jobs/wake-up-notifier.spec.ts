import { expect, it, jest } from '@jest/globals';
import { WakeUpNotifier } from './wake-up-notifier.js';

it('ends a worker that waits for a database that is away', async () => {
  // BullMQ's worker closes once it has its connection, and a patient pool gives none until it is ended.
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const store = { close: jest.fn(async () => end()), failed: jest.fn() };
  const worker = {
    close: () => ended,
    getBackend: () => ({ disconnectBlocking: () => Promise.resolve() }),
  };
  const processor = { listeners: new Map([['deliveries', () => undefined]]), worker };
  const wakeUps = new WakeUpNotifier(
    { on: () => undefined } as never,
    processor as never,
    {} as never,
    store as never,
    {} as never,
  );
  await wakeUps.beforeApplicationShutdown();
  // What BullModule waits for next.
  await worker.close();
  expect(store.close).toHaveBeenCalled();
});
