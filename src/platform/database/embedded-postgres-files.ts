import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Makes a folder beside its final place, so that an interrupted or a simultaneous start does no harm. */
export async function createFolderAtomically(
  target: string,
  make: (draft: string) => Promise<string>,
): Promise<void> {
  const folder = dirname(target);
  const prefix = `${basename(target)}.new-`;
  const remove = (path: string) => fs.rm(path, { recursive: true, force: true, maxRetries: 3 });
  for (const name of await fs.readdir(folder)) {
    const isLeft = name.startsWith(prefix) && !isProcessAlive(parseInt(name.slice(prefix.length), 10));
    if (isLeft) await remove(join(folder, name));
  }
  const draft = await fs.mkdtemp(join(folder, `${prefix}${process.pid}-`));
  try {
    await fs.rename(await make(draft), target).catch(ignoreErrorCodes('ENOTEMPTY', 'EEXIST'));
  } finally {
    await remove(draft);
  }
}

/** For `catch`: errors that only say that another start was faster. */
export function ignoreErrorCodes(...codes: string[]) {
  return (error: NodeJS.ErrnoException): void => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}

/** Whether a process has this number, be it another user's. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
