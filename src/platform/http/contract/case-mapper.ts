/** `net_charge_cents` as `netChargeCents`. */
type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** The JSON form of a column: a timestamp is text, every other value stays as it is. */
type JsonValue<V> = V extends Date ? string : V;

/** The fields of `Dto` that are required, and that `Entity` has in camelCase with a value of a matching type. */
type CopiedField<Entity, Dto> = {
  [K in keyof Dto]-?: object extends Pick<Dto, K>
    ? never
    : CamelCase<K & string> extends infer P extends keyof Entity
      ? [JsonValue<Entity[P]>] extends [Dto[K]]
        ? K
        : never
      : never;
}[keyof Dto];

/** The fields of `Dto` that `toDto` cannot copy, and replacements for those that it can. */
type OtherFields<Entity, Dto> = { [K in Exclude<keyof Dto, CopiedField<Entity, Dto>>]: Dto[K] } & {
  [K in CopiedField<Entity, Dto>]?: Dto[K];
};

type Columns<Body> = { [K in keyof Body as CamelCase<K & string>]: Body[K] };

const fieldsByDto = new WeakMap<new () => object, (readonly [field: string, property: string])[]>();

/**
 * Builds the DTO of an entity, with the fields in the order of the DTO class. Copies `net_charge_cents` from
 * `netChargeCents` and writes a Date as an ISO 8601 timestamp in UTC. `others` holds the fields with another source.
 * Optional fields must be in `others` too: a value that only some callers may see is never copied by accident.
 */
export function toDto<Entity extends object, Dto extends object>(
  dto: new () => Dto,
  entity: Entity,
  others: OtherFields<NoInfer<Entity>, NoInfer<Dto>>,
): Dto {
  const row = entity as Record<string, unknown>;
  const given = others as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const [field, property] of listFields(dto)) {
    const value = field in given ? given[field] : row[property];
    if (value !== undefined) result[field] = value instanceof Date ? value.toISOString() : value;
  }
  return result as Dto;
}

/** Renames the fields of a validated body to camelCase. A field that the body leaves out stays undefined. */
export function toColumns<Body extends object>(body: Body): Columns<Body> {
  const entries = Object.entries(body).map(
    ([field, value]) => [toCamelCase(field), value as unknown] as const,
  );
  return Object.fromEntries(entries) as Columns<Body>;
}

/** Lists the fields that the DTO class declares: ES2022 class fields are properties of every new object. */
function listFields(dto: new () => object): readonly (readonly [field: string, property: string])[] {
  let fields = fieldsByDto.get(dto);
  if (!fields) {
    fields = Object.keys(new dto()).map((field) => [field, toCamelCase(field)] as const);
    fieldsByDto.set(dto, fields);
  }
  return fields;
}

function toCamelCase(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
