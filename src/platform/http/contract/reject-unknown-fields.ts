const REJECT_UNKNOWN_FIELDS = 'exact';
const strictDtoNames = new Set<string>();

/** Rejects unknown fields in this part of a body instead of ignoring them: a misspelled field would change a price. */
export const RejectUnknownFields = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(REJECT_UNKNOWN_FIELDS, true, target);
  strictDtoNames.add(target.name);
};

export function listStrictDtoNames(): string[] {
  return [...strictDtoNames];
}

export function isStrictDto(dto: object): boolean {
  // Reads the prototype, because a client may have sent a field called `constructor`.
  const { constructor } = Object.getPrototypeOf(dto) as object;
  return Reflect.getMetadata(REJECT_UNKNOWN_FIELDS, constructor) === true;
}
