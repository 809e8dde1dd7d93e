import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Lading } from '../../sdk/src/index.js';

interface Operation {
  operationId: string;
}
type PathItem = Record<string, Operation>;

const { paths } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
  paths: Record<string, PathItem>;
};
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const OPERATIONS = Object.entries(paths).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => ({
    id: item[method]!.operationId,
    route: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '7')}`,
  })),
);

type Tree = { [name: string]: Tree | ((...args: unknown[]) => PromiseLike<unknown>) };

/** Calls every function of the client that sends a request. */
async function callAll(tree: Tree): Promise<void> {
  for (const [name, one] of Object.entries(tree)) {
    // The same operations as CSV.
    if (name === 'verify' || name === 'csv') continue;
    if (typeof one === 'function') await one(7, 7);
    else await callAll(one);
  }
}

describe('the SDK', () => {
  it('has one function for each operation of the OpenAPI document', async () => {
    const called: string[] = [];
    const lading = new Lading({
      fetch: (url, init) => {
        called.push(`${init?.method} ${new URL(url as string).pathname}`);
        return Promise.resolve(Response.json({}));
      },
    });
    await callAll(lading as unknown as Tree);
    expect(OPERATIONS.length).toBeGreaterThan(90);
    expect(OPERATIONS.filter(({ route }) => !called.includes(route)).map(({ id }) => id)).toEqual([]);
    expect(called.toSorted()).toEqual(OPERATIONS.map(({ route }) => route).toSorted());
  });
});
