import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { RoundRobinQueue } from './round-robin-queue.js';

interface Item {
  organizationId: number;
}

const items = (organizationId: number, count: number): Item[] =>
  Array.from({ length: count }, () => ({ organizationId }));

async function listStarted(add: (queue: RoundRobinQueue<Item>) => void, turns: number): Promise<number[]> {
  const started: number[] = [];
  const queue = new RoundRobinQueue<Item>(({ organizationId }) => void started.push(organizationId));
  add(queue);
  for (let turn = 0; turn < turns; turn++) await setImmediate();
  return started;
}

it('starts one item of each tenant in turn and all items in the end', async () => {
  const started = await listStarted(
    (queue) => queue.add([...items(1, 50), ...items(2, 2), ...items(3, 1)]),
    20,
  );
  expect(started.slice(0, 6)).toEqual([1, 2, 3, 1, 2, 1]);
  expect(started).toHaveLength(53);
});

it('yields to the event loop after a few items and starts a new tenant in the next batch', async () => {
  const started = await listStarted((queue) => {
    queue.add(items(1, 50));
    queue.add(items(2, 1));
  }, 1);
  expect(started.length).toBeLessThan(50);
  expect(started).toContain(2);
});
