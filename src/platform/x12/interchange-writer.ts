import type { Delimiters } from './x12-segment.js';
import type { GroupHeader, InterchangeHeader } from './interchange.js';

export const DEFAULT_DELIMITERS: Delimiters = {
  element: '*',
  component: '>',
  segment: '~',
  repetition: null,
};

/** One element: text, or the components of a composite. Numbers are written without grouping. */
export type ElementValue = string | number | readonly string[] | null | undefined;
/** A segment without its id: `['B3', null, '1001']` writes `B3**1001`. */
export type SegmentValues = readonly [id: string, ...elements: ElementValue[]];

export interface NewSet {
  /** ST01, such as `204`. */
  set: string;
  /** Control number of the set, unique within the group. */
  controlNumber: number;
  /** The segments between ST and SE. */
  segments: readonly SegmentValues[];
}

export interface NewGroup {
  header: Omit<GroupHeader, 'controlNumber'>;
  controlNumber: number;
  sets: readonly NewSet[];
}

export interface NewInterchange {
  header: Omit<InterchangeHeader, 'controlNumber' | 'version'>;
  /** 1 to 999,999,999. */
  controlNumber: number;
  groups: readonly NewGroup[];
  /** Time of ISA09 and GS04, written in UTC. */
  createdAt: Date;
}

/**
 * Writes one interchange. Characters outside ASCII lose their accents or become `?`, and delimiters inside values become
 * spaces, because X12 has no escape character.
 */
export function writeInterchange(interchange: NewInterchange, delimiters = DEFAULT_DELIMITERS): string {
  const { header, groups, createdAt } = interchange;
  const [date, time] = formatClock(createdAt);
  const controlNumber = String(interchange.controlNumber).padStart(9, '0');
  const version = groups[0]?.header.version ?? '004010';
  const line = (values: SegmentValues) => writeSegment(values, delimiters);
  const isa = [
    'ISA',
    '00',
    ' '.repeat(10),
    '00',
    ' '.repeat(10),
    header.senderQualifier.padEnd(2).slice(0, 2),
    toElementText(header.senderId, delimiters).padEnd(15).slice(0, 15),
    header.receiverQualifier.padEnd(2).slice(0, 2),
    toElementText(header.receiverId, delimiters).padEnd(15).slice(0, 15),
    date.slice(2),
    time,
    delimiters.repetition ?? 'U',
    version
      .slice(0, 6)
      .replace(/^(\d{3})(\d{2}).*/, '$1$2')
      .padStart(5, '0'),
    controlNumber,
    '0',
    header.usage,
    delimiters.component,
  ].join(delimiters.element);
  const lines = [isa + delimiters.segment];
  for (const group of groups) {
    const { functionalId, sender, receiver, version: release } = group.header;
    lines.push(line(['GS', functionalId, sender, receiver, date, time, group.controlNumber, 'X', release]));
    for (const set of group.sets) {
      const number = String(set.controlNumber).padStart(4, '0');
      lines.push(line(['ST', set.set, number]), ...set.segments.map(line));
      lines.push(line(['SE', set.segments.length + 2, number]));
    }
    lines.push(line(['GE', group.sets.length, group.controlNumber]));
  }
  lines.push(line(['IEA', groups.length, controlNumber]));
  return lines.join('');
}

function writeSegment(values: SegmentValues, delimiters: Delimiters): string {
  const elements = values.map((value) =>
    typeof value === 'object' && value !== null
      ? value
          .map((part) => toElementText(part, delimiters))
          .join(delimiters.component)
          .replace(new RegExp(`\\${delimiters.component}+$`), '')
      : toElementText(value, delimiters),
  );
  while (elements.length > 1 && elements.at(-1) === '') elements.pop();
  return elements.join(delimiters.element) + delimiters.segment;
}

function toElementText(value: string | number | null | undefined, delimiters: Delimiters): string {
  if (value === null || value === undefined) return '';
  const reserved = Object.values(delimiters) as (string | null)[];
  return [...String(value).normalize('NFKD').replace(/\p{M}/gu, '')]
    .map((char) =>
      reserved.includes(char) || /\p{Cc}/u.test(char) ? ' ' : /[\x20-\x7e]/.test(char) ? char : '?',
    )
    .join('')
    .trim();
}

/** Returns CCYYMMDD and HHMM in UTC. */
function formatClock(at: Date): [date: string, time: string] {
  const iso = at.toISOString();
  return [iso.slice(0, 10).replaceAll('-', ''), iso.slice(11, 16).replace(':', '')];
}
