import { Allow } from 'class-validator';

/**
 * Fields that a client may send back unchanged. They are compared with the stored values and never written. The file name
 * keeps them out of the OpenAPI document, because the Swagger plugin reads `*.dto.ts`.
 */
export class QuotedFieldsDto {
  @Allow() items?: unknown;
  @Allow() accessorials?: unknown;
  @Allow() limited_access?: unknown;
  @Allow() declared_value_cents?: unknown;
}

export class ImmutableFieldsDto extends QuotedFieldsDto {
  @Allow() quote_id?: unknown;
  @Allow() customer_id?: unknown;
  @Allow() ship_date?: unknown;
  @Allow() pickup_date?: unknown;
  @Allow() pickup?: unknown;
}
