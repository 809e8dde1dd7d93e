import { ApiHideProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { crossFieldRule, Text } from './fields.js';
import { RangeFilter } from './filters.js';
import { QueryId, QueryWhole } from './query-fields.js';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

function NotSupported(): PropertyDecorator {
  return ValidateBy({
    name: 'notSupported',
    validator: {
      validate: (value) => value === undefined,
      defaultMessage: () => '$property is not supported by this list',
    },
  });
}

function SingleCursor(): PropertyDecorator {
  return crossFieldRule(
    'aloneAsCursor',
    (value, query) => value === undefined || query.starting_after === undefined,
    '$property cannot be combined with starting_after',
  );
}

abstract class LimitQuery {
  /** How many records to return. */
  @QueryWhole(1, MAX_LIMIT) limit: number = DEFAULT_LIMIT;
}

export abstract class PageQuery extends LimitQuery {
  /** The id of a record. The page starts with the next older record, even if the record itself was deleted. */
  @QueryId() starting_after?: number;
}

const CreatedFilter = (): ClassDecorator =>
  RangeFilter('created', { column: 'createdAt', unit: 'instant', subject: 'Only records created' });

export class ReportPageQuery extends PageQuery {
  @ApiHideProperty()
  @NotSupported()
  ending_before?: number;
}

@CreatedFilter()
export class ForwardPageQuery extends ReportPageQuery {}

@CreatedFilter()
export class TwoWayPageQuery extends PageQuery {
  /**
   * The id of a record. The page contains the next newer records, newest first. Cannot be combined with
   * `starting_after`.
   */
  @QueryId()
  @SingleCursor()
  ending_before?: number;
}

@CreatedFilter()
export class TextIdPageQuery extends LimitQuery {
  /** The id of a record. The page starts with the next older record. */
  @Text({ optional: true, min: 1, example: 'evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99' }) starting_after?: string;

  @ApiHideProperty()
  @NotSupported()
  ending_before?: number;
}
