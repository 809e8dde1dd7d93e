const CHUNK_SIZE = 20;

/** Does something for a few and lets others have their turn before the next few: Node finds all slow clients in one moment. */
export function processInChunks<T>(work: (one: T) => void): (one: T) => void {
  const waiting: T[] = [];
  const some = (): void => {
    for (const one of waiting.splice(0, CHUNK_SIZE)) work(one);
    if (waiting.length > 0) setImmediate(some);
  };
  return (one) => {
    if (waiting.push(one) === 1) setImmediate(some);
  };
}
