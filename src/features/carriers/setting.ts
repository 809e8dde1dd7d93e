import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import {
  IsBoolean,
  IsOptional,
  IsString,
  IsTimeZone,
  IsUrl,
  Length,
  Matches,
  MaxLength,
  ValidateBy,
} from 'class-validator';
import { MAX_URL_LENGTH } from '../../platform/http-client/url-policy.js';

const SETTING_METADATA = 'lading:setting';
/** Names of secrets, for settings without `@Setting`. */
const SECRET_NAME = /(password|secret|token|api_?key|consumer_key)$/i;

interface SettingMetadata {
  description: string;
  secret?: boolean;
  steers?: boolean;
}

/**
 * Describes a setting for people.
 * @param secret never shown
 * @param steers true if the setting decides which address receives the secrets
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

interface SettingOptions {
  secret?: boolean;
  steers?: boolean;
  optional?: boolean;
}

/** A setting of `min` to `max` characters. */
export function TextSetting(
  description: string,
  min: number,
  max: number,
  options: SettingOptions = {},
): PropertyDecorator {
  return buildSetting(description, options, Length(min, max), IsString());
}

/** An optional setting that matches a pattern. */
export function PatternSetting(description: string, pattern: RegExp, message?: string): PropertyDecorator {
  return buildSetting(description, { optional: true }, Matches(pattern, message ? { message } : {}));
}

/** The URL of a carrier's API: https, or http for a local fake. */
export function UrlSetting(description: string, options: SettingOptions = {}): PropertyDecorator {
  const isUrl = IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] });
  return buildSetting(description, options, MaxLength(MAX_URL_LENGTH), isUrl);
}

export function TimeZoneSetting(description: string): PropertyDecorator {
  return buildSetting(description, { optional: true }, IsTimeZone());
}

export function FlagSetting(description: string): PropertyDecorator {
  return buildSetting(description, { optional: true }, IsBoolean());
}

export function StandingPickup(): PropertyDecorator {
  return FlagSetting('True if the carrier picks up every day, so that no pickup request is needed.');
}

/** Applies the rules in this order: error messages name the last one that fails. */
function buildSetting(
  description: string,
  { optional = false, ...options }: SettingOptions,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  return applyDecorators(...rules, ...(optional ? [IsOptional()] : []), Setting(description, options));
}

const RESERVED_HEADERS =
  /^(host|content-length|content-type|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|authorization|cookie)$/i;

/** A valid name of the header that carries an API key. */
export function HeaderName(): PropertyDecorator {
  return applyDecorators(
    Matches(/^[\w-]{1,40}$/),
    ValidateBy({
      name: 'isHeaderName',
      validator: {
        validate: (name) => typeof name !== 'string' || !RESERVED_HEADERS.test(name),
        defaultMessage: () => '$property must not be a header that HTTP itself uses',
      },
    }),
  );
}
