import { yieldToEventLoop } from '../../platform/http/contract/request-signal.js';
import type { GroupSummary, InterchangeHeader, InterchangeItem } from '../../platform/x12/interchange.js';
import { InterchangeReader } from '../../platform/x12/interchange-reader.js';
import type { X12Fault } from '../../platform/x12/x12-segment.js';

const CHUNK_BYTES = 65_536;

/** The envelopes of a file, without its transaction sets. */
export interface InterchangeOutline {
  header: InterchangeHeader | null;
  groups: GroupSummary[];
  /** The number of transaction sets. */
  documents: number;
  /** Damage outside a transaction set. */
  faults: X12Fault[];
}

/** Reads a file in chunks and lets other requests run in between. */
export async function* readItems(bytes: Buffer): AsyncGenerator<InterchangeItem, void> {
  const reader = new InterchangeReader();
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield* reader.push(bytes.subarray(start, start + CHUNK_BYTES));
    await yieldToEventLoop();
  }
  yield* reader.end();
}

export async function readOutline(bytes: Buffer): Promise<InterchangeOutline> {
  const outline: InterchangeOutline = { header: null, groups: [], documents: 0, faults: [] };
  for await (const item of readItems(bytes)) {
    if (item.kind === 'interchange') outline.header = item.header;
    if (item.kind === 'set') outline.documents++;
    if (item.kind === 'group') outline.groups.push(item.group);
    if (item.kind === 'fault') outline.faults.push(item.fault);
  }
  return outline;
}

/** Returns ISA13, or null if the file has no readable ISA segment. */
export async function readControlNumber(bytes: Buffer): Promise<string | null> {
  for await (const item of readItems(bytes))
    return item.kind === 'interchange' ? item.header.controlNumber : null;
  return null;
}
