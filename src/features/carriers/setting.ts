import 'reflect-metadata';

const SAID = 'lading:setting';
/** A setting of an adapter that marks none: what calls itself a secret is one. */
const SECRET_NAME = /(password|secret|token|api_?key|consumer_key)$/i;

interface Said {
  description: string;
  secret?: boolean;
  steers?: boolean;
}

/**
 * What a person reads of a setting, beside the rules that class-validator checks; a secret's value is shown nowhere. One that
 * steers decides to which address secrets go.
 */
export function Setting(description: string, { secret = false, steers = false } = {}): PropertyDecorator {
  return Reflect.metadata(SAID, { description, secret, steers } satisfies Said);
}

export function saidOf(settings: new () => object, name: string): Partial<Said> {
  return (Reflect.getMetadata(SAID, settings.prototype as object, name) as Said | undefined) ?? {};
}

export function isSecret(settings: new () => object, name: string): boolean {
  return saidOf(settings, name).secret ?? SECRET_NAME.test(name);
}
