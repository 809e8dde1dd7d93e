import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './errors.js';
import { requestContext } from './request-context.js';
import { allowedMethods } from './routes.js';

/** Errors of body-parser, by their `type`. */
const PARSER_ERRORS: Record<string, ErrorCode> = {
  'entity.parse.failed': 'invalid_json',
  'entity.verify.failed': 'invalid_json',
  'entity.too.large': 'payload_too_large',
  'encoding.unsupported': 'unsupported_media_type',
  'charset.unsupported': 'unsupported_media_type',
  'request.size.invalid': 'invalid_json',
  'request.aborted': 'invalid_json',
};

/** Turns whatever was thrown into the spec's error body. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.toApiError(thrown, request);
    if (error.spec.status >= 500) this.logger.error(thrown);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response
      .status(error.spec.status)
      .set(error.details.headers ?? {})
      .json(error.toBody(requestContext()?.requestId));
  }

  private toApiError(thrown: unknown, request: Request): ApiError {
    const cause = thrown instanceof HttpException ? (thrown.cause ?? thrown) : thrown;
    if (cause instanceof ApiError) return cause;
    const parserCode = PARSER_ERRORS[(cause as { type?: string } | null)?.type ?? ''];
    if (parserCode) return new ApiError(parserCode);
    if (cause instanceof URIError) return new ApiError('route_missing');
    if (thrown instanceof HttpException && thrown.getStatus() === 404) return this.unrouted(request);
    return new ApiError('internal_error');
  }

  private unrouted(request: Request): ApiError {
    const allowed = allowedMethods(request);
    if (allowed.length === 0) return new ApiError('route_missing');
    return new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
  }
}
