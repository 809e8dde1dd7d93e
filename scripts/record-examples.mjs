/** Runs the example scenario on a new service and writes its requests and responses to openapi/examples.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { recordExamples } from '../test/support/example-recorder.ts';
import { startService } from './support/service.mjs';

const FILE = 'openapi/examples.json';
const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'));
const service = await startService();
try {
  const examples = await recordExamples(document, service.url, service.testKey);
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId }) => operationId ?? []),
  );
  const bare = ids.filter((id) => !examples[id]);
  writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
  process.stdout.write(
    `${Object.keys(examples).length} operations recorded; without: ${bare.join(', ') || 'none'}\n`,
  );
} finally {
  await service.stop();
}
