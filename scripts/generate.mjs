/** `npm run generate NAME`: writes the files that are made from the code. `npm run openapi` writes the document. */
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
  'data-model': [
    'docs/data-model.md from a migrated database',
    'WRITE_DATA_MODEL=true npm test -- test/docs/data-model.e2e-spec.ts',
  ],
  sbom: [
    'the CycloneDX bill of materials, on stdout',
    'npm sbom --omit=dev --sbom-type=application --sbom-format=cyclonedx',
  ],
});
