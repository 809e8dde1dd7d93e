import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { buildService } from './build-if-stale.ts';
import { CHILD_PROCESS_ENV } from './clock-env.ts';

/** Runs the built service as a process, as operators do. */
export interface ServiceProcess {
  url: string;
  process: ChildProcess;
  /** Returns everything that it has written to either stream. */
  output(): string;
  /** Sends SIGKILL, which no code of the service can handle. */
  kill(): Promise<void>;
  /** Stops the process gracefully. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;

export async function startService(env: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [buildService('main.js')], {
    env: {
      ...CHILD_PROCESS_ENV,
      DATA_DIR: process.env.TEST_DATA_DIR,
      DATABASE_POOL_SIZE: '8',
      RATE_LIMIT_ENABLED: 'false',
      DEMO_DATA: 'false',
      GUIDES: 'false',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  const closed = once(child, 'close');
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  const started = Date.now();
  for (;;) {
    const [, port] = /Lading listens on http:\/\/[^:\s]+:(\d+)/.exec(output) ?? [];
    if (port) {
      return {
        url: `http://127.0.0.1:${port}`,
        process: child,
        output: () => output,
        kill: () => end('SIGKILL'),
        stop: () => end('SIGTERM'),
      };
    }
    if (child.exitCode !== null || child.signalCode !== null || Date.now() - started > START_TIMEOUT_MS) {
      child.kill('SIGKILL');
      // Waits for buffered output.
      await closed;
      throw new Error(`The service did not start:\n${output}`, { cause: child.exitCode ?? child.signalCode });
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
