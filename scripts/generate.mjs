/** `npm run generate NAME`: writes files that are generated from the code. `npm run openapi` writes the document. */
import { runNamedTask } from './support/named-tasks.mjs';

const BUILD = 'node scripts/build-if-stale.mjs server &&';

runNamedTask('generate', {
  migration: [
    'PATH: a migration from the committed schema to the entities',
    `${BUILD} node scripts/generate-migration.mjs`,
  ],
  examples: [
    'openapi/examples.json and the document that contains it',
    `${BUILD} node scripts/record-examples.mjs && node dist/src/cli.js openapi`,
  ],
  'sdk-methods': [
    'openapi/sdk-methods.json, for the code samples of the document',
    'node scripts/openapi/sdk-methods.mjs',
  ],
  'data-model': [
    'docs/reference/data-model.md from a migrated database',
    'WRITE_DATA_MODEL=true npm test -- test/docs/data-model.e2e-spec.ts',
  ],
  reference: [
    'docs/reference: cli, errors, events, metrics, scopes and settings, from their declarations',
    'WRITE_REFERENCE=true npm test -- --selectProjects unit --testPathPatterns test/docs/reference-pages',
  ],
  version: ['X.Y.Z: the version in every place, and a changelog entry', 'node scripts/set-version.mjs'],
  'release-notes': ['the changelog entry of this version, on stdout', 'node scripts/release-notes.mjs'],
  sbom: [
    'the CycloneDX bill of materials, on stdout',
    'npm sbom --omit=dev --sbom-type=application --sbom-format=cyclonedx',
  ],
});
