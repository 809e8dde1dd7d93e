/** Runs work in one process at a time. Other processes wait. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @param file the lock, which contains the id of the process that holds it */
export async function withBuildLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  while (!takeLock(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes over the lock of a process that no longer exists. */
function takeLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(readHolder(file))) rmSync(file, { force: true });
    return false;
  }
}

/** Returns 0, the own process group, which is alive, while the number is not written yet. */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
