import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

/** The root of a checkout, from the sources or the build. Packages and images contain no script: they cannot build. */
const SCRIPT = ['../../..', '../../../..']
  .map((root) => join(import.meta.dirname, root, 'scripts/build-guides.mjs'))
  .find((path) => existsSync(path));

const TIMEOUT_MS = 10 * 60_000;
const MAX_HEAP_MB = 1_024;
const MAX_REASON_LENGTH = 2_000;

/** Builds the guides of a checkout in a child process with the lowest CPU priority, so that no start waits for it. */
@Injectable()
export class GuidesBuild implements OnApplicationShutdown {
  private readonly logger = new Logger('Guides');
  private child?: ChildProcess;
  /** `done` also applies where nothing can be built: the image contains the guides. */
  private progress: 'done' | 'running' | 'failed' = 'done';

  get state(): 'done' | 'running' | 'failed' {
    return this.progress;
  }

  start(): void {
    if (!SCRIPT || this.child) return;
    this.progress = 'running';
    this.child = spawn(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, SCRIPT], {
      // The build gets no credentials.
      env: {},
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    let reason = '';
    this.child.stderr!.on('data', (chunk: Buffer) => {
      reason = (reason + chunk.toString()).slice(-MAX_REASON_LENGTH);
    });
    this.child.once('error', (error) => this.finish(error.message));
    this.child.once('close', (code) => this.finish(code === 0 ? undefined : reason.trim() || `code ${code}`));
  }

  onApplicationShutdown(): void {
    this.child?.removeAllListeners();
    this.child?.kill('SIGKILL');
  }

  private finish(reason: string | undefined): void {
    this.progress = reason === undefined ? 'done' : 'failed';
    if (reason !== undefined)
      this.logger.warn(`/guides is not available, because its build failed: ${reason}`);
  }
}
