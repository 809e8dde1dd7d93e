const EXACT = 'exact';
const NAMES = new Set<string>();

/** For a part of a body whose unknown fields are refused, not ignored: a misspelt one would change a price unnoticed. */
export const Exact = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(EXACT, true, target);
  NAMES.add(target.name);
};

/** The classes of such parts, by name. */
export function exactNames(): string[] {
  return [...NAMES];
}

/** Asks the prototype: a client may have sent a field called `constructor`. */
export function isExact(dto: object): boolean {
  const { constructor } = Object.getPrototypeOf(dto) as object;
  return Reflect.getMetadata(EXACT, constructor) === true;
}
