/** What a number, a time or a flag takes, as near as matters. */
const SCALAR_BYTES = 8;

/** Bytes of values as they go to the database: about what their rows take there, before it compresses them. Files have a quota of their own. */
export function estimateBytes(values: readonly unknown[]): number {
  let bytes = 0;
  for (const value of values) bytes += typeof value === 'string' ? Buffer.byteLength(value) : SCALAR_BYTES;
  return bytes;
}
