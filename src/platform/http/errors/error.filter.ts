import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError, toApiError } from './api-error.js';
import { getRequestContext } from '../pipeline/request-context.js';
import { listAllowedMethods } from '../pipeline/routes.js';

/** Converts anything thrown into an error response. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.toApiError(thrown, request);
    // No stack trace for 503, because during an outage every request fails. No log line if the client has left.
    if (error.spec.status === 503) {
      if (!response.closed) this.logger.warn(error.message);
    } else if (error.spec.status >= 500) this.logger.error(thrown);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const context = getRequestContext()!;
    context.errorCode = error.code;
    response
      .status(error.spec.status)
      .set(error.details.headers ?? {})
      .json(error.toBody(context));
  }

  private toApiError(thrown: unknown, request: Request): ApiError {
    const cause = thrown instanceof HttpException ? (thrown.cause ?? thrown) : thrown;
    const known = toApiError(cause);
    if (known) return known;
    if (cause instanceof URIError) return new ApiError('route_missing');
    if (thrown instanceof HttpException && thrown.getStatus() === 404) return this.toRoutingError(request);
    return new ApiError('internal_error');
  }

  private toRoutingError(request: Request): ApiError {
    const allowed = listAllowedMethods(request);
    if (allowed.length === 0) return new ApiError('route_missing');
    return new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
  }
}
