import type { Request } from 'express';

interface Layer {
  match(path: string): unknown;
  route?: { methods: Record<string, boolean> };
}

/** The methods that the router knows for this request's path, upper case; empty for an unknown path. */
export function allowedMethods(request: Request): string[] {
  const { stack } = request.app.router as unknown as { stack: Layer[] };
  const path = request.baseUrl + request.path;
  const methods = stack
    .filter((layer) => isHandler(layer) && layer.match(path))
    .flatMap(({ route }) => Object.keys(route!.methods));
  return [...new Set(methods.map((method) => method.toUpperCase()))].sort();
}

/** A handler has one method; middleware of Nest's stands there with all of them. */
function isHandler({ route }: Layer): boolean {
  return route !== undefined && Object.keys(route.methods).length === 1;
}
