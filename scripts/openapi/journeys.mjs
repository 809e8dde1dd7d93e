/** Runs the workflows of openapi/journeys.arazzo.yaml against a new service. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { startReceiver } from '../support/receiver.mjs';
import { startService } from '../support/service.mjs';

const FILE = 'openapi/journeys.arazzo.yaml';
/** Its last response is a file, which respect 2.77 treats as an object that no schema matches. */
const WITH_BYTES = 'proof-of-delivery';

const receiver = await startReceiver();
const service = await startService({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });
try {
  const inputs = { api_key: service.testKey, receiver_url: receiver.url, idempotency_key: randomUUID() };
  const env = {
    REDOCLY_CLI_RESPECT_SERVER: `lading=${service.url}`,
    REDOCLY_CLI_RESPECT_INPUT: Object.entries(inputs)
      .map(([name, value]) => `${name}=${value}`)
      .join(','),
  };
  const codes = [
    await run('redocly', ['respect', FILE, '--skip', WITH_BYTES], env),
    await run('redocly', ['respect', FILE, '--workflow', WITH_BYTES, '--severity', 'SCHEMA_CHECK=off'], env),
  ];
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
} finally {
  await service.stop();
  receiver.stop();
}

/** Passes inputs in the environment, because a key must not be an argument. */
function run(command, args, env) {
  return new Promise((resolve) =>
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).once('exit', resolve),
  );
}
