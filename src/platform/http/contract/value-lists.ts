import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray } from 'class-validator';
import { field, MAX_ID, rule, type FieldOptions } from './fields.js';

/** 1 to `max` unique ids. */
export function Ids(max: number, options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    {
      type: 'array',
      items: { type: 'integer', format: 'int64', minimum: 0, maximum: MAX_ID },
      minItems: 1,
      maxItems: max,
      uniqueItems: true,
    },
    IsArray(),
    ArrayMinSize(1, { message: '$property must contain at least one id' }),
    ArrayMaxSize(max, { message: `$property must contain at most ${max} ids` }),
    rule('isIds', (value) => (value as unknown[]).every(isId), '$property must contain only ids'),
    ArrayUnique({ message: '$property must not contain duplicates' }),
  );
}

/** One or more unique values of a fixed set. */
export function Choices(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(
    options,
    {
      type: 'array',
      items: { type: 'string', enum: [...values] },
      minItems: 1,
      maxItems: values.length,
      uniqueItems: true,
    },
    IsArray(),
    ArrayMinSize(1, { message: '$property must contain at least one value' }),
    rule(
      'isChoices',
      (value) => (value as unknown[]).every((word) => values.includes(word as string)),
      `$property must contain only: ${values.join(', ')}`,
    ),
    ArrayUnique({ message: '$property must not contain duplicates' }),
  );
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
