import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Creates a folder under a temporary name and renames it, so that interrupted and concurrent starts do no harm. */
export async function createFolderAtomically(
  target: string,
  make: (draft: string) => Promise<string>,
): Promise<void> {
  const folder = dirname(target);
  const prefix = `${basename(target)}.new-`;
  const remove = (path: string) => fs.rm(path, { recursive: true, force: true, maxRetries: 3 });
  for (const name of await fs.readdir(folder)) {
    const isStale = name.startsWith(prefix) && !isProcessAlive(parseInt(name.slice(prefix.length), 10));
    if (isStale) await remove(join(folder, name));
  }
  const draft = await fs.mkdtemp(join(folder, `${prefix}${process.pid}-`));
  try {
    await fs.rename(await make(draft), target).catch(ignoreErrorCodes('ENOTEMPTY', 'EEXIST'));
  } finally {
    await remove(draft);
  }
}

/** Returns a handler for `catch` that ignores errors of a concurrent start that was faster. */
export function ignoreErrorCodes(...codes: string[]) {
  return (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}

/** EPERM: the process belongs to another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
