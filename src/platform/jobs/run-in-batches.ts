/** Does work of at most `limit` pieces at a time until a batch isn't full; says how many pieces there were. */
export async function runInBatches(limit: number, work: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let done = limit; done === limit; total += done) done = await work(limit);
  return total;
}
