import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtClient } from './built.ts';
import { eventually } from './eventually.ts';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Once it has printed that, to either stream. */
  prints(text: RegExp): Promise<RegExpExecArray>;
  /** As Ctrl-C does. */
  stop(): Promise<Ran>;
}

/** `lading` as people run it: a process with a folder of its own for what it keeps. */
export interface ClientCommand {
  /** What stands for `~/.config`. */
  config: string;
  /** The folder that it runs in. */
  folder: string;
  env: Record<string, string>;
  run(words: string[], input?: string): Promise<Ran>;
  /** The one JSON value that it prints with `--json`. */
  json<T = Record<string, never>>(words: string[]): Promise<T>;
  start(words: string[]): Running;
}

export function clientCommand(env: Record<string, string>): ClientCommand {
  const program = builtClient();
  const folder = mkdtempSync(join(tmpdir(), 'lading-client-'));
  const config = join(folder, 'config');
  const settings = { PATH: process.env.PATH!, HOME: folder, XDG_CONFIG_HOME: config, ...env };
  const start = (words: string[], input?: string): Running => {
    const child = spawn(process.execPath, [program, ...words], { cwd: folder, env: settings });
    const written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (chunk: Buffer) => (written[stream] += chunk.toString()));
    if (input !== undefined) child.stdin.end(input);
    const closed = once(child, 'close');
    return {
      process: child,
      stdout: () => written.stdout,
      stderr: () => written.stderr,
      prints: async (text) =>
        (await eventually(() => {
          const found = text.exec(written.stdout) ?? text.exec(written.stderr);
          if (!found && child.exitCode !== null)
            throw new Error(`It ended with ${child.exitCode}:\n${written.stdout}\n${written.stderr}`);
          return found;
        }))!,
      async stop() {
        child.kill('SIGINT');
        await closed;
        return { code: child.exitCode, ...written };
      },
    };
  };
  const run = async (words: string[], input = ''): Promise<Ran> => {
    const running = start(words, input);
    await once(running.process, 'close');
    return { code: running.process.exitCode, stdout: running.stdout(), stderr: running.stderr() };
  };
  return {
    config,
    folder,
    env: settings,
    run,
    start,
    async json(words) {
      const { code, stdout, stderr } = await run([...words, '--json']);
      if (code !== 0 || stdout.trimEnd().includes('\n'))
        throw new Error(`lading ${words.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`);
      return JSON.parse(stdout);
    },
  };
}
