import type { Application, Request } from 'express';

interface RouteDefinition {
  path: string;
  methods: Record<string, boolean>;
}

interface RouterLayer {
  match(path: string): unknown;
  route?: RouteDefinition;
}

/** Returns the methods that the router knows for the request's path, in upper case; empty for an unknown path. */
export function listAllowedMethods(request: Request): string[] {
  const path = request.baseUrl + request.path;
  return (
    findLiteralPaths(request.app).get(path) ??
    collectMethods(listRouteLayers(request.app).flatMap((layer) => (layer.match(path) ? [layer.route!] : [])))
  );
}

/** Returns the methods of each path without parameters, in upper case, e.g. of `/addresses/validate`. */
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

/** Excludes Nest's middleware, which is registered for all methods; a handler has one. */
function listRouteLayers(app: Application): RouterLayer[] {
  const { stack } = app.router as unknown as { stack: RouterLayer[] };
  return stack.filter(({ route }) => route !== undefined && Object.keys(route.methods).length === 1);
}
