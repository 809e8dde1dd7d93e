import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * Creates middleware that sets the headers of an HTML page whose scripts, styles and data come from this origin.
 *
 * @param scripts sources of scripts beside this origin, e.g. `'sha256-…'` of an inline script
 */
export function createPageHeaders(scripts: string[] = []): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
        // Swagger UI, Scalar and VitePress add style elements and attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // `setHstsHeader` covers every response.
    strictTransportSecurity: false,
  });
}
