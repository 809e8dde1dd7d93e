import type { Caller } from './caller.js';

/** Something that may say who calls. */
export interface Credential {
  /** Whether it was valid a moment ago: no stranger's guess. */
  knew(): boolean;
  resolve(): Promise<Caller | null>;
}
