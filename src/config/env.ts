/** A setting that is invalid. The process prints the message and exits. */
export class ConfigError extends Error {}

export type Env = Record<string, string | undefined>;

/** The values that a setting accepts. */
export interface Kind<T> {
  /** Completes "… is not" in an error. The settings page shows it. */
  readonly values: string;
  /** True if errors must not repeat the value, because it may contain a password. */
  readonly secret?: boolean;
  parse(text: string, fail: Fail): T;
}

/** @param problem default: "is not" and the kind's values @param found the faulty part of the value @throws ConfigError */
export type Fail = (problem?: string, found?: string) => never;

/** @param name of the setting or option, for the error @throws ConfigError */
export function parseValue<T>(kind: Kind<T>, text: string, name: string): T {
  return kind.parse(text, (problem = `is not ${kind.values}`, found = text) => {
    throw new ConfigError(kind.secret ? `${name} ${problem}` : `${name}: "${found}" ${problem}`);
  });
}

/** One environment variable. Texts are Markdown on one line. */
export interface Setting<T = unknown, Fallback extends string | undefined = string | undefined> {
  readonly kind: Kind<T>;
  /** The text that is parsed if the variable is unset or empty. */
  readonly fallback: Fallback;
  readonly meaning: string;
  /** Describes a default that other settings or the machine determine. */
  readonly computedDefault?: string;
  /** True if production refuses any value but the default, which protects against server-side request forgery. */
  readonly isDevelopmentOnly?: true;
}

export function setting<T>(kind: Kind<T>, fallback: string, meaning: string): Setting<T, string> {
  return { kind, fallback, meaning };
}

export function optional<T>(kind: Kind<T>, meaning: string, computedDefault?: string): Setting<T, undefined> {
  return { kind, fallback: undefined, meaning, ...(computedDefault !== undefined && { computedDefault }) };
}

export function developmentOnly<T, F extends string | undefined>(declared: Setting<T, F>): Setting<T, F> {
  return { ...declared, isDevelopmentOnly: true };
}
