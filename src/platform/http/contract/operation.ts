import { applyDecorators, HttpCode, SetMetadata, UseInterceptors } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { CsvInterceptor } from '../pipeline/csv.interceptor.js';
import type { ErrorCode } from '../errors/errors.js';
import { hasSecretField, ReturnsSecret } from './handler-options.js';

export const LOCATION_BUILDER = 'created-at';
const OPERATION_ID = 'operation-id';
/** Lists with totals that accept a cursor. */
const PAGED_REPORTS = ['getInvoiceAging', 'getCustomerStatement'];

export interface OperationOptions {
  id: string;
  summary: string;
  description: string;
  /** The response: a DTO, a list of DTOs (`and` adds fields to the list envelope), a PDF, or another file. */
  answer:
    | { one: new () => object }
    | { list: new () => object; and?: new () => object }
    | { pdf: string }
    | { file: string; types: string[] };
  /**
   * Set for a POST that creates: the status is 201. Returns what follows the request's path in `Location`, an empty string,
   * or a whole path that starts with a slash.
   */
  creates?: (answer: Record<string, unknown>) => string;
  /** Set if the handler may return `Existing`: the description of the 200 response. */
  finds?: string;
  errors?: ErrorCode[];
  deprecated?: boolean;
}

/** Declares the status of a handler and its part of the OpenAPI document. */
export function Operation(options: OperationOptions): MethodDecorator {
  const status = options.creates ? 201 : 200;
  return applyDecorators(
    HttpCode(status),
    SetMetadata(LOCATION_BUILDER, options.creates),
    SetMetadata(OPERATION_ID, options.id),
    ApiOperation({
      operationId: options.id,
      summary: options.summary,
      description: options.description,
      ...(options.deprecated && { deprecated: true }),
    }),
    documentResponse(status, options.answer),
    ...('one' in options.answer && hasSecretField(options.answer.one) ? [ReturnsSecret()] : []),
    ...(options.finds ? [documentResponse(200, options.answer, options.finds)] : []),
    ...('list' in options.answer && !options.creates
      ? [
          UseInterceptors(
            new CsvInterceptor(options.id, !options.answer.and || PAGED_REPORTS.includes(options.id)),
          ),
        ]
      : []),
    ApiExtension('x-errors', options.errors ?? []),
    ApiExtension('x-statuses', options.finds ? [status, 200] : [status]),
  );
}

/** Returns undefined for a handler outside the document. */
export function getOperationId(handler: object): string | undefined {
  return Reflect.getMetadata(OPERATION_ID, handler) as string | undefined;
}

function documentResponse(
  status: number,
  answer: OperationOptions['answer'],
  description = 'The resource.',
): MethodDecorator {
  if ('pdf' in answer) return documentFileResponse(status, answer.pdf, ['application/pdf']);
  if ('file' in answer) return documentFileResponse(status, answer.file, answer.types);
  if ('list' in answer) {
    return applyDecorators(
      ApiResponse({ status, description: 'The list, or one page of it.', type: answer.list }),
      ApiExtension('x-list', answer.and?.name ?? ''),
      ...(answer.and ? [ApiExtraModels(answer.and)] : []),
    );
  }
  return ApiResponse({ status, description, type: answer.one });
}

function documentFileResponse(status: number, description: string, types: string[]): MethodDecorator {
  const content = Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  );
  return ApiResponse({ status, description, content });
}
