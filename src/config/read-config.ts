import { Config } from './config.js';
import { ConfigError, type Env } from './env.js';
import { findMisspelledSettings } from './misspelled-settings.js';

/** Reads the settings. An error also lists misspelled variables, which may be its cause. @throws ConfigError */
export function readConfig(env: Env = process.env): Config {
  try {
    return new Config(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError([error.message, ...findMisspelledSettings(env)].join('\n'), { cause: error });
  }
}
