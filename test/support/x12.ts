import { InterchangeReader } from '../../src/platform/x12/interchange-reader.js';
import type { InterchangeItem } from '../../src/platform/x12/interchange.js';
import {
  DEFAULT_DELIMITERS,
  writeInterchange,
  type NewSet,
  type SegmentValues,
} from '../../src/platform/x12/interchange-writer.js';

export const ENVELOPE = {
  senderQualifier: '02',
  senderId: 'SIM1',
  receiverQualifier: 'ZZ',
  receiverId: 'LADING',
  usage: 'T',
};
export const GROUP = { functionalId: 'IM', sender: 'SIM1', receiver: 'LADING', version: '004010' };
export const ISA =
  'ISA*00*          *00*          *02*SIM1           *ZZ*LADING         *260115*1200*U*00401*000000012*0*T*>~';
export const GS = 'GS*IM*SIM1*LADING*20260115*1200*12*X*004010~';

export function write(sets: NewSet[], delimiters = DEFAULT_DELIMITERS): string {
  const groups = [{ header: GROUP, controlNumber: 12, sets }];
  const createdAt = new Date('2026-01-15T12:00:00Z');
  return writeInterchange({ header: ENVELOPE, controlNumber: 12, groups, createdAt }, delimiters);
}

export function newSet(controlNumber: number, ...segments: SegmentValues[]): NewSet {
  return { set: '210', controlNumber, segments };
}

/** Reads a file in chunks of `size` bytes. */
export function read(file: string | Buffer, size = Infinity): InterchangeItem[] {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const reader = new InterchangeReader();
  const items: InterchangeItem[] = [];
  for (let at = 0; at < bytes.length; at += size) items.push(...reader.push(bytes.subarray(at, at + size)));
  items.push(...reader.end());
  return items;
}

export const select = <K extends InterchangeItem['kind']>(items: InterchangeItem[], kind: K) =>
  items.filter((item): item is Extract<InterchangeItem, { kind: K }> => item.kind === kind);
export const listSets = (items: InterchangeItem[]) => select(items, 'set').map(({ set }) => set);
export const listFaults = (items: InterchangeItem[]) => select(items, 'fault').map(({ fault }) => fault);

/** Returns a set with `lines` between ST and SE, in the delimiter `*`. */
export function buildSet(set: string, ...lines: string[]) {
  const all = [`ST*${set}*0001`, ...lines, `SE*${lines.length + 2}*0001`];
  const segments = all.map((line) => {
    const elements = line.split('*');
    return { id: elements[0]!, elements, offset: 0, bytes: line.length, printable: true, terminated: true };
  });
  return { segments };
}
