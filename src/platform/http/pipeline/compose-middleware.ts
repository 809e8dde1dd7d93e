import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Several middlewares as one layer of Express's router, which matches the path against each of its layers anew. */
export function composeMiddleware(...steps: RequestHandler[]): RequestHandler {
  return steps.reduceRight<RequestHandler>(
    (rest, step) => (request: Request, response: Response, next: NextFunction) =>
      step(request, response, (error?: unknown) =>
        error === undefined ? rest(request, response, next) : next(error),
      ),
    (_request, _response, next) => next(),
  );
}
