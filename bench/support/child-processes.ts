import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { ROOT } from './paths.ts';

export type Env = Record<string, string>;

/** The environment of a child, without the caller's settings, which could change a figure. */
const BASE_ENV: Env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };

export interface Child {
  process: ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a Node process whose output goes to the open file `log`: a pipe would use time of the load generator. */
export function startNode(args: string[], env: Env, log: number): Child {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...BASE_ENV, ...env },
    stdio: ['ignore', log, log],
  });
  const exited = once(child, 'exit');
  return {
    process: child,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
    },
  };
}

/** Runs a Node program to its end and returns its output. */
export async function runNode(args: string[], env: Env): Promise<string> {
  const options = { cwd: ROOT, env: { ...BASE_ENV, ...env } };
  return (await promisify(execFile)(process.execPath, args, options)).stdout;
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
