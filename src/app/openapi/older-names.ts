import type { Route } from './document-types.js';

const DEPRECATED_BASE_PATH = '/api/v1/shipments';

/** Paths of the older naming: the same handlers as /freight, deprecated. */
export function isDeprecatedRoute(path: string): boolean {
  return path === DEPRECATED_BASE_PATH || path.startsWith(`${DEPRECATED_BASE_PATH}/`);
}

/** An operation under its older path: a name of its own, and a word on what to use instead. */
export function markDeprecated({ path, operation }: Route): void {
  const successor = path.replace(DEPRECATED_BASE_PATH, '/api/v1/freight');
  operation.operationId = operation.operationId.includes('Freight')
    ? operation.operationId.replace('Freight', 'Shipment')
    : operation.operationId.replace(/^[a-z]+/, '$&Shipment');
  operation.deprecated = true;
  operation.tags = ['Shipments'];
  operation.description = `The older name of \`${successor}\`: the same operation, answered with \`object: shipment\`.`;
}
