import type { Application, Request } from 'express';

interface RouteDefinition {
  path: string;
  methods: Record<string, boolean>;
}

interface RouterLayer {
  match(path: string): unknown;
  route?: RouteDefinition;
}

/** The methods that the router knows for this request's path, upper case; empty for an unknown path. */
export function listAllowedMethods(request: Request): string[] {
  const path = request.baseUrl + request.path;
  return (
    findLiteralPaths(request.app).get(path) ??
    collectMethods(listRouteLayers(request.app).flatMap((layer) => (layer.match(path) ? [layer.route!] : [])))
  );
}

/** The methods of each path that has no place for an id, upper case: `/addresses/validate` is no address. */
export function findLiteralPaths(app: Application): Map<string, string[]> {
  const routes = listRouteLayers(app)
    .map(({ route }) => route!)
    .filter(({ path }) => !path.includes(':'));
  return new Map(
    routes.map(({ path }) => [path, collectMethods(routes.filter((route) => route.path === path))]),
  );
}

function collectMethods(routes: RouteDefinition[]): string[] {
  const methods = routes.flatMap((route) => Object.keys(route.methods));
  return [...new Set(methods.map((method) => method.toUpperCase()))].sort();
}

/** A handler has one method; middleware of Nest's stands there with all of them. */
function listRouteLayers(app: Application): RouterLayer[] {
  const { stack } = app.router as unknown as { stack: RouterLayer[] };
  return stack.filter(({ route }) => route !== undefined && Object.keys(route.methods).length === 1);
}
