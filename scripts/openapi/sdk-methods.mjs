// Writes openapi/sdk-methods.json: the SDK's method of each operation, read from the table in sdk/src/resources.ts.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'openapi/sdk-methods.json';
const KINDS = { '': 'json', File: 'file', List: 'list' };

/** Returns `{ 'GET /api/v1/quotes/{id}': { method: 'quotes.get', kind: 'json' } }`, one entry per operation. */
export function listSdkMethods() {
  const source = readFileSync('sdk/src/resources.ts', 'utf8');
  const table = source.slice(source.indexOf('RESOURCES = {') + 'RESOURCES = {'.length);
  const parents = [];
  const methods = {};
  for (const [, parent, name, kind, verb, path] of table.matchAll(
    /(\w+): \{|\},|(\w+): define(\w*)Operation\(\s*'(\w+) ([^']+)'/g,
  )) {
    if (parent) parents.push(parent);
    else if (!name) parents.pop();
    else if (kind in KINDS)
      methods[`${verb} /api/v1${path}`] = { method: [...parents, name].join('.'), kind: KINDS[kind] };
  }
  return methods;
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(FILE, `${JSON.stringify(listSdkMethods(), null, 2)}\n`);
