import type { Caller } from './caller.js';

/** Something that may say who calls. */
export interface Credential {
  /** Whether it was valid a moment ago: no stranger's guess. */
  wasRecentlyValid(): boolean;
  resolve(): Promise<Caller | null>;
}

export const NO_CREDENTIAL: Credential = {
  wasRecentlyValid: () => false,
  resolve: () => Promise.resolve(null),
};
