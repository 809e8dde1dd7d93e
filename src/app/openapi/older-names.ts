import type { Route } from './json.js';

const OLDER = '/api/v1/shipments';

/** Paths of the older naming: the same handlers as /freight, deprecated. */
export function isOlderName(path: string): boolean {
  return path === OLDER || path.startsWith(`${OLDER}/`);
}

/** An operation under its older path: a name of its own, and a word on what to use instead. */
export function asOlderName({ path, operation }: Route): void {
  const successor = path.replace(OLDER, '/api/v1/freight');
  operation.operationId = operation.operationId.includes('Freight')
    ? operation.operationId.replace('Freight', 'Shipment')
    : operation.operationId.replace(/^[a-z]+/, '$&Shipment');
  operation.deprecated = true;
  operation.tags = ['Shipments'];
  operation.description = `The older name of \`${successor}\`: the same operation, answered with \`object: shipment\`.`;
}
