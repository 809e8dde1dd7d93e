import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';

type Modules = [
  typeof import('../../src/app/app.module.js'),
  typeof import('../../src/config/config.js'),
  typeof import('../../src/platform/database/transactions.js'),
  typeof import('../../src/features/events/events.service.js'),
  typeof import('../../src/features/events/define-event.js'),
];

/** An order of the parent process: events of one type, at most `perSecond`, `atOnce` of them in progress. */
export interface PublishOrder {
  organizationId: number;
  type: string;
  events: number;
  atOnce: number;
  perSecond: number;
}

/** Event ids with the time of their commit, milliseconds since 1970. */
export type CommittedEvents = [event: string, at: number][];

/** Event data without a customer; publishing reads the customer's id. */
const EVENT_DATA = { customer: { id: null } };

// Runs the built code as an API process: it publishes and delivers nothing.
const DIST = join(import.meta.dirname, '../../dist/src');
const [{ AppModule }, { Config }, { Transactions }, { EventsService }, { findEventDefinition }] =
  (await Promise.all(
    [
      'app/app.module.js',
      'config/config.js',
      'platform/database/transactions.js',
      'features/events/events.service.js',
      'features/events/define-event.js',
    ].map((file) => import(pathToFileURL(join(DIST, file)).href) as Promise<unknown>),
  )) as Modules;

const app = await NestFactory.createApplicationContext(AppModule.forRoot(new Config()), { logger: false });
const transactions = app.get(Transactions);
const events = app.get(EventsService);

async function publish({
  organizationId,
  type,
  events: count,
  atOnce,
  perSecond,
}: PublishOrder): Promise<CommittedEvents> {
  const committed: CommittedEvents = [];
  const began = performance.now();
  let next = 0;
  const one = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const ahead = began + (n / perSecond) * 1_000 - performance.now();
      if (ahead > 0) await sleep(ahead);
      const publicId = await retryUntilCommitted(() =>
        transactions.run(() =>
          events.publish({ organizationId, mode: 'test' }, findEventDefinition(type)!, {
            ...EVENT_DATA,
            n,
            text: 'x'.repeat(400),
          }),
        ),
      );
      committed.push([publicId, performance.timeOrigin + performance.now()]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return committed;
}

/** Repeats until the commit is confirmed: the database may be down. */
async function retryUntilCommitted(publishOne: () => Promise<{ publicId: string }>): Promise<string> {
  for (;;) {
    try {
      return (await publishOne()).publicId;
    } catch {
      await sleep(100);
    }
  }
}

process.on(
  'message',
  (order: PublishOrder) => void publish(order).then((committed) => process.send!({ committed })),
);
process.on('disconnect', () => process.exit());
process.send!({ ready: true });
