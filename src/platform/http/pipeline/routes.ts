import type { Application, Request } from 'express';

interface Handled {
  path: string;
  methods: Record<string, boolean>;
}

interface Layer {
  match(path: string): unknown;
  route?: Handled;
}

/** The methods that the router knows for this request's path, upper case; empty for an unknown path. */
export function allowedMethods(request: Request): string[] {
  const path = request.baseUrl + request.path;
  return (
    writtenPaths(request.app).get(path) ??
    methodsOf(handlersIn(request.app).flatMap((layer) => (layer.match(path) ? [layer.route!] : [])))
  );
}

/** The methods of each path that has no place for an id, upper case: `/addresses/validate` is no address. */
export function writtenPaths(app: Application): Map<string, string[]> {
  const routes = handlersIn(app)
    .map(({ route }) => route!)
    .filter(({ path }) => !path.includes(':'));
  return new Map(routes.map(({ path }) => [path, methodsOf(routes.filter((route) => route.path === path))]));
}

function methodsOf(routes: Handled[]): string[] {
  const methods = routes.flatMap((route) => Object.keys(route.methods));
  return [...new Set(methods.map((method) => method.toUpperCase()))].sort();
}

/** A handler has one method; middleware of Nest's stands there with all of them. */
function handlersIn(app: Application): Layer[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  return stack.filter(({ route }) => route !== undefined && Object.keys(route.methods).length === 1);
}
