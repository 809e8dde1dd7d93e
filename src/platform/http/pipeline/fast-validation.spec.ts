import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { plainToInstance, Type } from 'class-transformer';
import {
  IsInt,
  IsOptional,
  IsString,
  validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { passesFastValidation } from './fast-validation.js';

class Part {
  @IsInt()
  count: number;
}

class Special extends Part {
  @IsString({ each: true })
  names: string[];
}

class Whole {
  @IsOptional()
  @IsString()
  name?: string | null;

  @ValidateIf(({ name }: Whole) => name !== 'without')
  @IsInt()
  size?: number;

  @ValidateNested()
  @Type(() => Special)
  special?: Special;

  @ValidateNested()
  @Type(() => Part)
  parts?: Part[];
}

class Waits {
  @ValidateBy({ name: 'later', validator: { validate: () => Promise.resolve(true) } })
  name: string;
}

class WithoutRules {
  name: string;
}

const SPECIAL = { count: 1, names: ['a'] };
const BODIES: object[] = [
  { size: 1 },
  { size: 1, name: null, special: SPECIAL, parts: [{ count: 1 }, { count: 2 }] },
  { name: 'without' },
  { name: 'without', size: 'any' },
  { size: 1, parts: [] },
  { size: 1, parts: [[{ count: 1 }], undefined] },
  {},
  { name: 5, size: 1 },
  { size: 1.5 },
  { size: 1, other: true },
  { size: 1, special: null },
  { size: 1, special: 'text' },
  { size: 1, special: { count: 1 } },
  { size: 1, special: { ...SPECIAL, names: ['a', 1] } },
  { size: 1, special: { ...SPECIAL, names: 'a' } },
  { size: 1, special: { ...SPECIAL, count: 'a' } },
  { size: 1, parts: [{ count: 1 }, { count: 'a' }] },
  { size: 1, parts: [{ count: 1, other: true }] },
  { size: 1, parts: [null] },
  { size: 1, parts: [5] },
  { size: 1, constructor: 'text' },
  { size: 1, special: { ...SPECIAL, constructor: 'text' } },
];

describe('passesFastValidation', () => {
  it.each(BODIES.map((body) => [JSON.stringify(body), body]))(
    'agrees with class-validator on %s',
    async (_, body) => {
      const object = plainToInstance(Whole, body);
      const quick = passesFastValidation(object);
      const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };
      const errors = await validate(object, options).catch((error: unknown) => [error]);
      expect(quick).toBe(errors.length === 0);
    },
  );

  it('returns false for objects that it cannot check', () => {
    expect(passesFastValidation(plainToInstance(Waits, { name: 'a' }))).toBe(false);
    expect(passesFastValidation(plainToInstance(WithoutRules, { name: 'a' }))).toBe(false);
    expect(passesFastValidation({ name: 'a' })).toBe(false);
    expect(passesFastValidation(Object.create(null) as object)).toBe(false);
  });
});
