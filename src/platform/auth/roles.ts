/** What a member may be. */
export const ROLES = ['admin', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Who else may come in and where data goes: for admins alone. */
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

/** What carriers ask, where customers may pay more. */
const COST_SCOPES = new Set(['bills.read', 'carrier-calls.read', 'costs.read', 'tariffs.read']);

/** Each role as a set of scopes: those it has of all that there are, an extension's own among them. */
const ROLE_SCOPE_FILTERS: Record<Role, (scope: string) => boolean> = {
  admin: () => true,
  operator: (scope) => !ADMIN_SCOPES.has(scope),
  viewer: (scope) => scope.endsWith('.read') && !ADMIN_SCOPES.has(scope) && !COST_SCOPES.has(scope),
};

/** What a role may do, in the order of `all`. */
export function listRoleScopes(role: Role, all: readonly string[]): string[] {
  return all.filter(ROLE_SCOPE_FILTERS[role]);
}
