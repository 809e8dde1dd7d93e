/** Starts a service on a free port with an empty database, for scripts, and removes both at the end. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function startService(env = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-service-'));
  const port = String(await freePort());
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: port,
      LOG_LEVEL: 'error',
      RATE_LIMIT_ENABLED: 'false',
      DEMO_DATA: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const text = await readUntil(child.stdout, /fk_live_\w+[^]*curl/, exited);
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: `http://localhost:${port}`, testKey: /fk_test_\w+/.exec(text)[0], stop };
}

async function readUntil(stream, pattern, exited) {
  let text = '';
  const reading = (async () => {
    for await (const chunk of stream) {
      text += chunk;
      if (pattern.test(text)) return text;
    }
    return text;
  })();
  await Promise.race([reading, exited]);
  if (!pattern.test(text)) throw new Error(`The service did not start: ${text}`);
  stream.resume();
  return text;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
