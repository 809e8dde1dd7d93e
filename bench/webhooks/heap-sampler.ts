import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Writes the megabytes in use after a collection as a line of BENCH_MEMORY_FILE, once per second. For `node --import`.
 * The rest of a process's memory is garbage that V8 collects later.
 */
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
setInterval(() => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  appendFileSync(process.env.BENCH_MEMORY_FILE!, `${((heapUsed + external) / 1_048_576).toFixed(1)}\n`);
}, 1_000).unref();
