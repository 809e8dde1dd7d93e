const REJECT_UNKNOWN_FIELDS = 'exact';
const strictDtoNames = new Set<string>();

type ResponseDto = () => new () => object;

/**
 * Rejects unknown fields in this part of a body instead of ignoring them: a misspelled field would change a price.
 * @param getResponse returns the resource's response, whose other fields are ignored: clients send back what they have read
 */
export const RejectUnknownFields =
  (getResponse?: ResponseDto): ClassDecorator =>
  (target) => {
    Reflect.defineMetadata(REJECT_UNKNOWN_FIELDS, getResponse ?? null, target);
    strictDtoNames.add(target.name);
  };

export function listStrictDtoNames(): string[] {
  return [...strictDtoNames];
}

/** Returns true if the DTO rejects this unknown field. */
export function rejectsUnknownField(dto: object, field: string): boolean {
  // Reads the prototype, because a client may have sent a field called `constructor`.
  const { constructor } = Object.getPrototypeOf(dto) as object;
  const getResponse = Reflect.getMetadata(REJECT_UNKNOWN_FIELDS, constructor) as
    ResponseDto | null | undefined;
  if (getResponse === undefined) return false;
  // Class fields are own properties of every new object.
  return getResponse === null || !Object.hasOwn(new (getResponse())(), field);
}
