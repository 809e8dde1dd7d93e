export const ROLES = ['admin', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Scopes that only admins have: they control access and where data goes. */
const ADMIN_SCOPES = new Set([
  'audit-log.read',
  'carrier-connections.write',
  'invitations.read',
  'invitations.write',
  'keys.read',
  'keys.write',
  'members.write',
  'organization.write',
  'webhooks.write',
]);

const COST_SCOPES = new Set(['bills.read', 'carrier-calls.read', 'costs.read', 'tariffs.read']);

/** Decides for every scope, those of extensions included, whether a role has it. */
const ROLE_SCOPE_FILTERS: Record<Role, (scope: string) => boolean> = {
  admin: () => true,
  operator: (scope) => !ADMIN_SCOPES.has(scope),
  viewer: (scope) => scope.endsWith('.read') && !ADMIN_SCOPES.has(scope) && !COST_SCOPES.has(scope),
};

/** Returns the scopes of a role, in the order of `all`. */
export function listRoleScopes(role: Role, all: readonly string[]): string[] {
  return all.filter(ROLE_SCOPE_FILTERS[role]);
}
