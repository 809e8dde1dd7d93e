import { ApiHideProperty, ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

/** One page of a list as services return it, newest first. The envelope is put around it on the way out. */
export class Page<T> {
  constructor(
    readonly data: T[],
    readonly hasMore: boolean,
    /** Top-level fields beside the envelope's own, e.g. `quote_group_id`. */
    readonly extra: Record<string, unknown> = {},
  ) {}

  map<U>(present: (item: T) => U): Page<U> {
    return new Page(this.data.map(present), this.hasMore, this.extra);
  }
}

/** Digits become a number; anything else stays as it came, for the validators to refuse. */
export function digitsToNumber({ value }: { value: unknown }): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Refused wherever it is sent: for lists that page forward only. */
function NotSupported(): PropertyDecorator {
  return ValidateBy({
    name: 'notSupported',
    validator: {
      validate: (value) => value === undefined,
      defaultMessage: () => '$property is not supported by this list',
    },
  });
}

/** Refused beside `starting_after`: a page has one cursor. */
function AloneAsCursor(): PropertyDecorator {
  return ValidateBy({
    name: 'aloneAsCursor',
    validator: {
      validate: (value, args) =>
        value === undefined || (args!.object as PageQuery).starting_after === undefined,
      defaultMessage: () => '$property cannot be combined with starting_after',
    },
  });
}

/** What every list takes. */
export abstract class PageQuery {
  /** How many records to return. */
  @ApiProperty({ type: 'integer', required: false })
  @IsOptional()
  @Transform(digitsToNumber)
  @IsInt()
  @Min(1)
  @Max(MAX_LIMIT)
  limit: number = DEFAULT_LIMIT;

  /** A record's id: the page starts with the next older record. The record need not exist any more. */
  @ApiProperty({ type: 'integer' })
  @IsOptional()
  @Transform(digitsToNumber)
  @IsInt()
  @Min(0)
  starting_after?: number;
}

/** A page's query with the cursor that only some lists support. */
export type AnyPageQuery = PageQuery & { ending_before?: number };

/** The query of a list that pages forward only. */
export class ForwardPageQuery extends PageQuery {
  @ApiHideProperty()
  @NotSupported()
  ending_before?: number;
}

/** The query of a list that pages in both directions. */
export class TwoWayPageQuery extends PageQuery {
  /** A record's id: the page holds the records next newer than it, newest first. */
  @ApiProperty({ type: 'integer' })
  @IsOptional()
  @Transform(digitsToNumber)
  @IsInt()
  @Min(0)
  @AloneAsCursor()
  ending_before?: number;
}
