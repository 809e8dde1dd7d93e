import { DiscoveryService, ModulesContainer, NestFactory } from '@nestjs/core';
import { AppModule } from '../../../src/app/app.module.js';
import { Config } from '../../../src/config/config.js';
import { Extensions } from '../../../src/config/extension.js';
import { isPublic } from '../../../src/platform/auth/key.guard.js';
import { ScopeRegistry } from '../../../src/platform/auth/scope-registry.js';
import { FIELD_SCOPES, resolveScope } from '../../../src/platform/auth/scopes.js';
import { getOperationId } from '../../../src/platform/http/contract/operation.js';
import { listHandlers } from '../../../src/platform/http/pipeline/list-handlers.js';
import { operations } from '../../support/openapi-document.js';
import { code, EMPTY_CELL, renderEntryName, renderTable, type ReferencePage } from './markdown.js';

const INTRODUCTION = `An API key with \`scopes\` may call only the operations of its scopes. Other operations return 403 \`insufficient_scope\`. A key without \`scopes\` has full access.

A key cannot read data indirectly. To use a saved address or product in a request, the key needs \`addresses.read\` or \`products.read\`. A customer's statement of account also needs \`invoices.read\`. The bills of \`bills.read\`, the calls of \`carrier-calls.read\` and the files of \`edi.read\` show carrier costs, also without \`costs.read\`. To receive an [event](events.md), the key needs the event's scope.
`;

export const scopesPage: ReferencePage = {
  file: 'scopes.md',
  title: 'Scopes',
  async render() {
    const discovery = await discoverControllers();
    const allowed = mapOperationsByScope(discovery);
    const byResource = Map.groupBy(new ScopeRegistry(discovery).all, (scope) => scope.split('.')[0]!);
    const sections = [...byResource].map(([resource, scopes]) => {
      const rows = scopes.flatMap((scope) => renderScope(scope, allowed.get(scope) ?? []));
      return `## ${code(resource)}\n\n${renderTable(['scope', 'operation', 'effect'], rows)}`;
    });
    return [INTRODUCTION, ...sections].join('\n');
  },
};

/** Preview mode creates no providers, so no database is needed. */
async function discoverControllers(): Promise<DiscoveryService> {
  const module = AppModule.forRoot(new Config(), new Extensions());
  const app = await NestFactory.create(module, { preview: true, logger: false });
  return new DiscoveryService(app.get(ModulesContainer));
}

function mapOperationsByScope(discovery: DiscoveryService): Map<string, string[][]> {
  const handlers = listHandlers(discovery).filter(({ controller }) => !isPublic(controller));
  const cells = handlers.flatMap(({ controller, handler }) => {
    const operation = operations.find(
      ({ operationId, deprecated }) => operationId === getOperationId(handler) && !deprecated,
    );
    if (!operation) return [];
    const { method, path, summary } = operation;
    return [
      { scope: resolveScope(controller, handler), cells: [code(`${method.toUpperCase()} ${path}`), summary] },
    ];
  });
  const byScope = Map.groupBy(cells, ({ scope }) => scope);
  return new Map([...byScope].map(([scope, rows]) => [scope, rows.map((row) => row.cells)]));
}

/** Names the scope in its first row only. */
function renderScope(scope: string, rows: string[][]): string[][] {
  const fieldEffect = (FIELD_SCOPES as Record<string, string>)[scope];
  if (rows.length === 0)
    return [[renderEntryName(scope), EMPTY_CELL, fieldEffect ?? 'No operation requires it.']];
  return rows.map((cells, index) => [index === 0 ? renderEntryName(scope) : '', ...cells]);
}
