/** Repeats `work` until it handles fewer than `limit` rows. Returns the total number of rows. */
export async function runInBatches(limit: number, work: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let done = limit; done === limit; total += done) done = await work(limit);
  return total;
}
