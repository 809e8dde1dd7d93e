/** `npm run generate release-notes`: prints the changelog entry of the version in package.json. */
import { readChangelogEntry, readJson } from './support/versions.mjs';

console.log(readChangelogEntry(readJson('package.json').version));
