import 'reflect-metadata';

const SETTING_METADATA = 'lading:setting';
/** A setting of an adapter that marks none: what calls itself a secret is one. */
const SECRET_NAME = /(password|secret|token|api_?key|consumer_key)$/i;

interface SettingMetadata {
  description: string;
  secret?: boolean;
  steers?: boolean;
}

/**
 * What a person reads of a setting, beside the rules that class-validator checks; a secret's value is shown nowhere. One that
 * steers decides to which address secrets go.
 */
export function Setting(description: string, { secret = false, steers = false } = {}): PropertyDecorator {
  return Reflect.metadata(SETTING_METADATA, { description, secret, steers } satisfies SettingMetadata);
}

export function getSettingMetadata(settings: new () => object, name: string): Partial<SettingMetadata> {
  return (
    (Reflect.getMetadata(SETTING_METADATA, settings.prototype as object, name) as
      SettingMetadata | undefined) ?? {}
  );
}

export function isSecretSetting(settings: new () => object, name: string): boolean {
  return getSettingMetadata(settings, name).secret ?? SECRET_NAME.test(name);
}
