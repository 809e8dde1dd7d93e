import { ApiHideProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { crossFieldRule, Text } from './fields.js';
import { RangeFilter } from './filters.js';
import { QueryId, QueryWhole } from './query-fields.js';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

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
function SingleCursor(): PropertyDecorator {
  return crossFieldRule(
    'aloneAsCursor',
    (value, query) => value === undefined || query.starting_after === undefined,
    '$property cannot be combined with starting_after',
  );
}

/** What every list takes. */
abstract class LimitQuery {
  /** How many records to return. */
  @QueryWhole(1, MAX_LIMIT)
  limit: number = DEFAULT_LIMIT;
}

/** What every list takes whose records have integer ids. */
export abstract class PageQuery extends LimitQuery {
  /** A record's id: the page starts with the next older record. The record need not exist any more. */
  @QueryId()
  starting_after?: number;
}

/** When the records of a list were created: a filter of every list. */
const CreatedFilter = (): ClassDecorator =>
  RangeFilter('created', { column: 'createdAt', unit: 'instant', of: 'Only records that were created' });

/** The query of a report, whose lines are no records. It pages forward only. */
export class ReportPageQuery extends PageQuery {
  @ApiHideProperty()
  @NotSupported()
  ending_before?: number;
}

/** The query of a list that pages forward only. */
@CreatedFilter()
export class ForwardPageQuery extends ReportPageQuery {}

/** The query of a list that pages in both directions. */
@CreatedFilter()
export class TwoWayPageQuery extends PageQuery {
  /** A record's id: the page holds the records next newer than it, newest first. Not together with `starting_after`. */
  @QueryId()
  @SingleCursor()
  ending_before?: number;
}

/** The query of a list that pages forward only, by ids that are text such as `evt_…`. */
@CreatedFilter()
export class TextIdPageQuery extends LimitQuery {
  /** A record's id: the page starts with the next older record. */
  @Text({ optional: true, min: 1, example: 'evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99' })
  starting_after?: string;

  @ApiHideProperty()
  @NotSupported()
  ending_before?: number;
}
