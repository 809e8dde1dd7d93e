import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { createPageHeaders } from '../../platform/http/pipeline/page-headers.js';
import { sendError, sendRouteMissing } from '../../platform/http/pipeline/served-paths.js';
import { PublicPages } from '../../platform/http/public-pages.js';
import { GuidesBuild } from './guides-build.js';
import { GuidesSite } from './guides-site.js';

const PATH = '/guides';
const RETRY_AFTER_SECONDS = '10';
const UNAVAILABLE = {
  running: 'The guides are being built. Reload this page in a minute.',
  failed: 'The guides could not be built. See the service log for the reason.',
};
const pages = new PublicPages<never>({ style: '', templates: {} });

interface OpenGuides {
  site: GuidesSite;
  setHeaders: RequestHandler;
}

/** Serves the guides, once they are built. Until then it returns 503; an installation without guides returns 404. */
export function serveGuides(app: NestExpressApplication): void {
  const build = app.get(GuidesBuild);
  let guides: Promise<OpenGuides | undefined> | undefined;
  const open = async (): Promise<OpenGuides | undefined> => {
    const opened = await (guides ??= openGuides());
    if (!opened) guides = undefined;
    return opened;
  };
  app.use(PATH, async (request: Request, response: Response, next: NextFunction) => {
    const state = build.state;
    if (state !== 'done') return sendUnavailable(request, response, UNAVAILABLE[state]);
    const opened = await open();
    if (!opened) return sendRouteMissing(request, response);
    if (request.originalUrl.split('?')[0] === PATH) return response.redirect(301, `.${PATH}/`);
    const { site, setHeaders } = opened;
    setHeaders(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error);
      void sendFile(site, request, response).catch(next);
    });
  });
}

async function openGuides(): Promise<OpenGuides | undefined> {
  const site = await GuidesSite.open();
  return site && { site, setHeaders: createPageHeaders(site.scriptHashes) };
}

async function sendFile(site: GuidesSite, request: Request, response: Response): Promise<void> {
  const file = await site.find(request.path.slice(1));
  if (file) return file.send(request, response);
  if (!request.accepts('html') || request.path.startsWith('/assets/'))
    return sendRouteMissing(request, response);
  return (await site.notFoundPage).send(request, response, 404);
}

function sendUnavailable(request: Request, response: Response, text: string): void {
  response.set('Retry-After', RETRY_AFTER_SECONDS).vary('Accept');
  if (request.accepts(['json', 'html']) === 'html')
    return pages.send(response, pages.renderMessage(503, 'Guides', text));
  sendError(response, new ApiError('service_unavailable', { message: text }));
}
