import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiExtraModels, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from './errors.js';

export const CREATED_AT = 'created-at';

export interface OperationOptions {
  /** Unique verb-noun name, e.g. `createQuotes`. */
  id: string;
  summary: string;
  description: string;
  /** The DTO of the answer, a list of it (`and` further fields of the envelope), or a PDF. */
  answer: { one: new () => object } | { list: new () => object; and?: new () => object } | { pdf: string };
  /** 201 for a POST that creates; `Location` is the request's path plus what `locate` makes of the answer. */
  creates?: (answer: Record<string, unknown>) => string;
  /** The handler may return an `Existing`: 200 with what is there already, in these words. */
  finds?: string;
  /** What this operation can answer beyond what every operation can. */
  errors?: ErrorCode[];
  deprecated?: boolean;
}

/** One decorator a handler: its status and everything the document says of it. */
export function Operation(options: OperationOptions): MethodDecorator {
  const status = options.creates ? 201 : 200;
  return applyDecorators(
    HttpCode(status),
    SetMetadata(CREATED_AT, options.creates),
    ApiOperation({
      operationId: options.id,
      summary: options.summary,
      description: options.description,
      ...(options.deprecated && { deprecated: true }),
    }),
    answerOf(status, options.answer),
    ...(options.finds ? [answerOf(200, options.answer, options.finds)] : []),
    ApiExtension('x-errors', options.errors ?? []),
    ApiExtension('x-statuses', options.finds ? [status, 200] : [status]),
  );
}

function answerOf(
  status: number,
  answer: OperationOptions['answer'],
  description = 'The resource.',
): MethodDecorator {
  if ('pdf' in answer) {
    return ApiResponse({
      status,
      description: answer.pdf,
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    });
  }
  if ('list' in answer) {
    return applyDecorators(
      ApiResponse({ status, description: 'One page of the list.', type: answer.list }),
      ApiExtension('x-list', answer.and?.name ?? ''),
      ...(answer.and ? [ApiExtraModels(answer.and)] : []),
    );
  }
  return ApiResponse({ status, description, type: answer.one });
}
