import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Combines middleware into one layer of Express's router, which matches the path again for each of its layers. */
export function composeMiddleware(...steps: RequestHandler[]): RequestHandler {
  return steps.reduceRight<RequestHandler>(
    (rest, step) => (request: Request, response: Response, next: NextFunction) =>
      step(request, response, (error?: unknown) =>
        error === undefined ? rest(request, response, next) : next(error),
      ),
    (_request, _response, next) => next(),
  );
}
