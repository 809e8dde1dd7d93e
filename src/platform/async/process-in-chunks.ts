const CHUNK_SIZE = 20;

/** Returns a function that queues items for `work` and yields to the event loop after every 20 of them. */
export function processInChunks<T>(work: (item: T) => void): (item: T) => void {
  const queue: T[] = [];
  const processChunk = (): void => {
    for (const item of queue.splice(0, CHUNK_SIZE)) work(item);
    if (queue.length > 0) setImmediate(processChunk);
  };
  return (item) => {
    if (queue.push(item) === 1) setImmediate(processChunk);
  };
}
