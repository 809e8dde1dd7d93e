import type { ExtensionModule } from '../config/extension.js';

/** A team's own modules in a checkout of Lading; see README.md beside this file. */
export const EXTENSIONS: ExtensionModule[] = [];
