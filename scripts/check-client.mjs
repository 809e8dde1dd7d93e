/** Generates types from the document, compiles a client under `tsc --strict`, and runs it against a service. */
import { execFileSync } from 'node:child_process';
import { startService } from './support/service.mjs';

const run = (command, ...args) => execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

// A field with a default is optional in a request.
run('openapi-typescript', '--default-non-nullable=false');
run('tsc', '--project', 'test/client');
const service = await startService();
try {
  run(process.execPath, 'dist/client/journey.js', service.url, service.testKey);
} finally {
  await service.stop();
}
