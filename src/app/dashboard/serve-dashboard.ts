import { randomBytes } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { sendRouteMissing } from '../../platform/http/pipeline/served-paths.js';
import { readDashboardFiles, type DashboardFile, type DashboardFiles } from './dashboard-files.js';

// Belongs to the sign-in API.
const SESSION_PATH = /^sessions?(\/|$)/;
const ASSETS_PATH = 'assets/';
const ONE_YEAR_SECONDS = 31_536_000;
const NONCE_PLACEHOLDER = /__NONCE__/g;

/** Allows resources of this origin only. Generated styles carry the nonce of the response. */
const setPageHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", (_request, response) => `'nonce-${(response as Response).locals.nonce}'`],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      // The PDF viewer of the browser is an object in a frame.
      frameSrc: ['blob:'],
      objectSrc: ['blob:'],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  // `setHstsHeader` covers every response.
  strictTransportSecurity: false,
});

/**
 * Serves the dashboard below /app: its files, and the page for every other path, because the page has a client-side
 * router.
 */
export function serveDashboard(app: NestExpressApplication): void {
  let files: DashboardFiles | undefined;
  app.use('/app', (request: Request, response: Response, next: NextFunction) => {
    const path = request.path.slice(1);
    if (SESSION_PATH.test(path)) return next();
    files ??= readDashboardFiles();
    const asset = files?.assets.get(path);
    if (asset) sendAsset(asset, request, response);
    else if (!files || path.startsWith(ASSETS_PATH)) sendRouteMissing(request, response);
    else sendPage(files.indexHtml, request, response, next);
  });
}

function sendAsset({ type, bytes, gzipped }: DashboardFile, request: Request, response: Response): void {
  const acceptsGzip = request.acceptsEncodings('gzip') !== false;
  response.set({
    'Content-Type': type,
    'Cache-Control': `public, max-age=${ONE_YEAR_SECONDS}, immutable`,
    Vary: 'Accept-Encoding',
    ...(acceptsGzip && { 'Content-Encoding': 'gzip' }),
  });
  response.send(acceptsGzip ? gzipped : bytes);
}

function sendPage(page: string, request: Request, response: Response, next: NextFunction): void {
  const nonce = randomBytes(16).toString('base64');
  response.locals.nonce = nonce;
  setPageHeaders(request, response, (error?: unknown) => {
    if (error !== undefined) return next(error);
    response.set('Cache-Control', 'no-store').type('html').send(page.replace(NONCE_PLACEHOLDER, nonce));
  });
}
