import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { DeliveryLease } from './delivery-leases.repository.js';
import { RoundRobinQueue } from './round-robin-queue.js';

const claims = (organizationId: number, count: number): DeliveryLease[] =>
  Array.from({ length: count }, () => ({ organizationId }) as DeliveryLease);

async function begun(add: (line: RoundRobinQueue) => void, turns: number): Promise<number[]> {
  const organizations: number[] = [];
  const line = new RoundRobinQueue(({ organizationId }) => void organizations.push(organizationId));
  add(line);
  for (let turn = 0; turn < turns; turn++) await setImmediate();
  return organizations;
}

it('begins one of each organization in turn, all of them in the end', async () => {
  const organizations = await begun(
    (line) => line.add([...claims(1, 50), ...claims(2, 2), ...claims(3, 1)]),
    20,
  );
  expect(organizations.slice(0, 6)).toEqual([1, 2, 3, 1, 2, 1]);
  expect(organizations).toHaveLength(53);
});

it('lets others have their turn after a few, and who comes later waits for no more than those', async () => {
  const first = await begun((line) => {
    line.add(claims(1, 50));
    line.add(claims(2, 1));
  }, 1);
  expect(first.length).toBeLessThan(50);
  expect(first).toContain(2);
});
