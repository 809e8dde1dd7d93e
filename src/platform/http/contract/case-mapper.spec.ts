import { describe, expect, it } from '@jest/globals';
import { toColumns, toDto } from './case-mapper.js';

class ParcelBaseDto {
  object: 'parcel';
  id: number;
}

class ParcelDto extends ParcelBaseDto {
  weight_lb: number | null;
  hidden_cost?: number;
  sent_at: string | null;
  created_at: string;
}

const parcel = {
  createdAt: new Date('2026-01-15T12:00:00.000Z'),
  sentAt: null as Date | null,
  organizationId: 7,
  id: 4,
  weightLb: 12.5,
  hiddenCost: 900,
};

describe('toDto', () => {
  it('copies declared fields only, in the order of the DTO class, with dates as ISO 8601', () => {
    const dto: ParcelDto = toDto(ParcelDto, parcel, { object: 'parcel', hidden_cost: undefined });
    expect(JSON.stringify(dto)).toBe(
      '{"object":"parcel","id":4,"weight_lb":12.5,"sent_at":null,"created_at":"2026-01-15T12:00:00.000Z"}',
    );
  });

  it('prefers a given value to the property of the entity', () => {
    const dto = toDto(ParcelDto, parcel, { object: 'parcel', hidden_cost: 5, weight_lb: null });
    expect(dto).toMatchObject({ hidden_cost: 5, weight_lb: null });
  });

  it('does not compile when a field is missing, optional and not given, misspelled or of another type', () => {
    const { weightLb, ...weightless } = parcel;
    const others = { object: 'parcel', hidden_cost: undefined } as const;
    expect([
      // @ts-expect-error `object` has no property to be copied from
      () => toDto(ParcelDto, parcel, { hidden_cost: undefined }),
      // @ts-expect-error an optional field must be given
      () => toDto(ParcelDto, parcel, { object: 'parcel' }),
      // @ts-expect-error the entity has no `weightLb`
      () => toDto(ParcelDto, weightless, others),
      // @ts-expect-error `weightLb` is text, `weight_lb` is a number
      () => toDto(ParcelDto, { ...parcel, weightLb: String(weightLb) }, others),
      // @ts-expect-error the DTO has no `weight`
      () => toDto(ParcelDto, parcel, { ...others, weight: 1 }),
    ]).toHaveLength(5);
  });
});

describe('toColumns', () => {
  it('renames fields to camelCase and keeps their values', () => {
    const columns = toColumns({ external_ref: 'A', nmfc_sub_code: null, zip: undefined });
    expect(columns).toStrictEqual({ externalRef: 'A', nmfcSubCode: null, zip: undefined });
    // @ts-expect-error the snake_case name is gone
    expect(columns.external_ref).toBeUndefined();
  });
});
