import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { Matches, ValidateBy, IsUrl, MaxLength, IsBoolean, IsOptional } from 'class-validator';
import { MAX_URL_LENGTH } from '../../platform/http-client/url-policy.js';

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

/** What HTTP itself, the body and the ways to sign in write: nobody's to set. */
const RESERVED_HEADERS =
  /^(host|content-length|content-type|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|authorization|cookie)$/i;

/** The name of a header that carries an account's key. */
export function HeaderName(): PropertyDecorator {
  return applyDecorators(
    Matches(/^[\w-]{1,40}$/),
    ValidateBy({
      name: 'isHeaderName',
      validator: {
        validate: (name) => typeof name !== 'string' || !RESERVED_HEADERS.test(name),
        defaultMessage: () => '$property must be a header of the carrier’s own: HTTP itself uses this one',
      },
    }),
  );
}

/** Where a carrier's API is: https, or http for a fake on this machine. */
export function HttpUrl(): PropertyDecorator {
  return applyDecorators(
    IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] }),
    MaxLength(MAX_URL_LENGTH),
  );
}

/** The setting `standing_pickup`. */
export function StandingPickup(): PropertyDecorator {
  return applyDecorators(
    Setting('Whether the carrier comes every day anyway: then nobody has to ask it to.'),
    IsOptional(),
    IsBoolean(),
  );
}
