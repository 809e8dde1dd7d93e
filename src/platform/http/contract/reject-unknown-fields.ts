const REJECT_UNKNOWN_FIELDS = 'exact';
const strictDtoNames = new Set<string>();

/** For a part of a body whose unknown fields are refused, not ignored: a misspelt one would change a price unnoticed. */
export const RejectUnknownFields = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(REJECT_UNKNOWN_FIELDS, true, target);
  strictDtoNames.add(target.name);
};

/** The classes of such parts, by name. */
export function listStrictDtoNames(): string[] {
  return [...strictDtoNames];
}

/** Asks the prototype: a client may have sent a field called `constructor`. */
export function isStrictDto(dto: object): boolean {
  const { constructor } = Object.getPrototypeOf(dto) as object;
  return Reflect.getMetadata(REJECT_UNKNOWN_FIELDS, constructor) === true;
}
