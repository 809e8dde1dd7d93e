import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCli } from './build-if-stale.ts';
import { eventually } from './eventually.ts';
import { CHILD_PROCESS_ENV } from './clock-env.ts';

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCli {
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits until either stream contains the text. */
  waitForOutput(text: RegExp): Promise<RegExpExecArray>;
  /** Sends SIGINT, as Ctrl-C does. */
  stop(): Promise<CliResult>;
}

/** Runs `lading` as a process with its own configuration folder. */
export interface CliRunner {
  /** Replaces `~/.config`. */
  configDir: string;
  /** The working directory. */
  workDir: string;
  env: Record<string, string>;
  run(words: string[], input?: string): Promise<CliResult>;
  /** Returns the JSON value that the command prints with `--json`. */
  runJson<T = Record<string, never>>(words: string[]): Promise<T>;
  start(words: string[]): RunningCli;
}

export function createCliRunner(env: Record<string, string>): CliRunner {
  const program = buildCli();
  const folder = mkdtempSync(join(tmpdir(), 'lading-client-'));
  const config = join(folder, 'config');
  const settings = { ...CHILD_PROCESS_ENV, HOME: folder, XDG_CONFIG_HOME: config, ...env };
  const start = (words: string[], input?: string): RunningCli => {
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
      waitForOutput: async (text) =>
        (await eventually(() => {
          const found = text.exec(written.stdout) ?? text.exec(written.stderr);
          if (!found && child.exitCode !== null)
            throw new Error(
              `The command exited with ${child.exitCode}:\n${written.stdout}\n${written.stderr}`,
            );
          return found;
        }))!,
      async stop() {
        child.kill('SIGINT');
        await closed;
        return { code: child.exitCode, ...written };
      },
    };
  };
  const run = async (words: string[], input = ''): Promise<CliResult> => {
    const running = start(words, input);
    await once(running.process, 'close');
    return { code: running.process.exitCode, stdout: running.stdout(), stderr: running.stderr() };
  };
  return {
    configDir: config,
    workDir: folder,
    env: settings,
    run,
    start,
    async runJson(words) {
      const { code, stdout, stderr } = await run([...words, '--json']);
      if (code !== 0 || stdout.trimEnd().includes('\n'))
        throw new Error(`lading ${words.join(' ')} exited with ${code}:\n${stdout}\n${stderr}`);
      return JSON.parse(stdout);
    },
  };
}
