import { describe, expect, it } from '@jest/globals';
import {
  ENVELOPE,
  GROUP,
  GS,
  ISA,
  listFaults,
  listSets,
  newSet,
  read,
  select,
  write,
} from '../../../test/support/x12.js';
import { MAX_SET_BYTES } from './open-set.js';
import { MAX_SEGMENT_BYTES, X12Tokenizer } from './x12-tokenizer.js';

describe('InterchangeReader', () => {
  it('returns the parties, the group and its sets', () => {
    const items = read(write([newSet(1, ['B3', null, 'INV-1'])]));
    expect(items).toEqual([
      { kind: 'interchange', header: { ...ENVELOPE, controlNumber: '000000012', version: '00401' } },
      {
        kind: 'set',
        group: { ...GROUP, controlNumber: '12' },
        set: expect.objectContaining({ set: '210', controlNumber: '0001', errors: [], segmentErrors: [] }),
      },
      {
        kind: 'group',
        group: { header: { ...GROUP, controlNumber: '12' }, includedSets: 1, receivedSets: 1, errors: [] },
      },
    ]);
    expect(listSets(items)[0]!.segments.map(({ elements }) => elements)).toEqual([
      ['ST', '210', '0001'],
      ['B3', '', 'INV-1'],
      ['SE', '3', '0001'],
    ]);
  });

  it.each([
    ['line breaks after the terminator', (file: string) => file.replaceAll('~', '~\r\n')],
    ['a line break as the terminator', (file: string) => file.replaceAll('~', '\n')],
    ['CRLF as the terminator', (file: string) => file.replaceAll('~', '\r\n')],
    ['a period as the terminator', (file: string) => file.replaceAll('~', '.')],
    ['a byte order mark', (file: string) => `\uFEFF${file}`],
    ['indented segments', (file: string) => file.replaceAll('~', '~\n   ')],
    ['blanks before the terminator', (file: string) => file.replaceAll(/~(?!GS)/g, '  ~')],
    ['no terminator after IEA', (file: string) => file.slice(0, -1)],
    ['lines of 80 characters', (file: string) => file.replaceAll(/(.{80})/g, '$1\r\n')],
    [
      'control characters as delimiters',
      (file: string) => file.replaceAll('~', '\x1c').replaceAll('>', '\x1f'),
    ],
  ])('reads %s', (_name, change) => {
    const items = read(change(write([newSet(1, ['B3', null, 'INV-1'])])));
    expect(listFaults(items)).toEqual([]);
    expect(listSets(items)).toMatchObject([{ controlNumber: '0001', errors: [] }]);
    expect(listSets(items)[0]!.segments[1]!.elements).toEqual(['B3', '', 'INV-1']);
  });

  it('reads UTF-8 and falls back to Latin-1', () => {
    const file = write([newSet(1, ['N1', 'CN', 'Quebec'])]);
    const utf8 = Buffer.from(file.replace('Quebec', 'Québec'));
    const latin1 = Buffer.from(file.replace('Quebec', 'Québec'), 'latin1');
    for (const bytes of [utf8, latin1]) {
      expect(listSets(read(bytes))[0]!.segments[1]!.elements[2]).toBe('Québec');
    }
  });

  it.each([
    ['a wrong count', 'ST*210*0001~B3**1~SE*41*0001~', ['4']],
    ['another control number', 'ST*210*0001~B3**1~SE*3*0002~', ['3']],
    ['no trailer', 'ST*210*0001~B3**1~', ['2']],
    ['an invalid set id', 'ST*21*0001~SE*2*0001~', ['6']],
    ['no control number', 'ST*210~SE*2~', ['7', '3']],
    ['a control character', 'ST*210*0001~B3*\0*1~SE*3*0001~', ['5']],
  ])('rejects a set with %s and accepts the sets around it', (_name, bad, errors) => {
    const good = (number: number) => `ST*210*000${number}~B3**1~SE*3*000${number}~`;
    const items = read(`${ISA}${GS}${good(8)}${bad}${good(9)}GE*3*12~IEA*1*000000012~`);
    expect(listSets(items).map((set) => set.errors)).toEqual([[], errors, []]);
    expect(listFaults(items)).toEqual([]);
  });

  it('rejects the second of two sets with the same control number', () => {
    const items = read(write([newSet(1), newSet(1)]));
    expect(listSets(items).map(({ errors }) => errors)).toEqual([[], ['7']]);
  });

  it('returns the group errors of a wrong count, another number and no trailer', () => {
    const errors = (end: string) =>
      select(read(`${ISA}${GS}${end}`), 'group').map(({ group }) => group.errors);
    expect(errors('GE*1*12~IEA*1*12~')).toEqual([['5']]);
    expect(errors('GE*0*13~IEA*1*12~')).toEqual([['4']]);
    expect(errors('IEA*1*12~')).toEqual([['3']]);
  });

  it.each([
    ['no ISA', 'B3*1~', 'isa_missing', 0],
    ['JSON', '{"a": 1}', 'isa_missing', 0],
    ['an empty file', ' ', 'isa_missing', 0],
    ['UTF-16', '\uFEFFISA', 'encoding_unsupported', 0],
    ['a truncated ISA', ISA.slice(0, 50), 'isa_invalid', 0],
    ['a long ISA', `ISA*${'x'.repeat(600)}`, 'isa_invalid', 0],
    ['letters as delimiters', ISA.replaceAll('*', 'x'), 'delimiters_invalid', 0],
    ['the same delimiter twice', ISA.replace('>~', '*~'), 'delimiters_invalid', 0],
    ['another interchange control number', `${ISA}IEA*0*13~`, 'control_number_mismatch', ISA.length],
    ['a wrong group count', `${ISA}IEA*1*12~`, 'group_count_mismatch', ISA.length],
    ['text between envelopes', `${ISA}B3*1~IEA*0*12~`, 'unexpected_segment', ISA.length],
    ['a second interchange', `${ISA}IEA*0*12~${ISA}`, 'data_after_interchange', ISA.length + 9],
    ['an interchange inside another', `${ISA}${ISA}`, 'unexpected_segment', ISA.length],
    [
      'a segment without an end',
      `${ISA}${'x'.repeat(MAX_SEGMENT_BYTES + 1)}`,
      'segment_too_long',
      ISA.length,
    ],
  ])('returns the position of a fault: %s', (name, file, code, offset) => {
    const faults = listFaults(read(name === 'UTF-16' ? Buffer.from(file, 'utf16le') : file));
    expect(faults.map((fault) => [fault.code, fault.offset])).toEqual([[code, offset]]);
  });

  it('rejects a set that is too large without keeping it, and reads on', () => {
    const line = `B3**${'x'.repeat(60_000)}~`;
    const count = Math.ceil(MAX_SET_BYTES / 60_000) + 2;
    const large = `ST*210*0001~${line.repeat(count)}SE*${count + 2}*0001~`;
    const items = read(`${ISA}${GS}${large}ST*210*0002~SE*2*0002~GE*2*12~IEA*1*12~`, 65_536);
    expect(listSets(items).map(({ errors, segments }) => [errors, segments.length])).toEqual([
      [['5'], expect.any(Number)],
      [[], 2],
    ]);
    expect(listSets(items)[0]!.segments.length).toBeLessThanOrEqual(1);
    expect(listFaults(items)).toEqual([]);
  });

  it('keeps at most 40 characters of an identifier', () => {
    const long = 'x'.repeat(20_000);
    const items = read(`${ISA}GS*${long}*${long}*${long}~ST*${long}*${long}~SE*2*${long}~GE*1*1~IEA*1*12~`);
    const [item] = select(items, 'set');
    expect(item!.set.set).toHaveLength(40);
    expect(item!.set.controlNumber).toHaveLength(40);
    expect(item!.set.errors).toEqual(['6', '7', '3']);
    expect(Object.values(item!.group).map(({ length }) => length)).toEqual([40, 40, 40, 0, 0]);
  });

  it('stops after 100 faults and closes the group', () => {
    const items = read(`${ISA}${GS}ST*210*1~SE*2*1~${'B3*1~'.repeat(1_000)}GE*1*12~IEA*1*12~`, 64);
    expect(listFaults(items)).toHaveLength(100);
    expect(select(items, 'group')).toMatchObject([{ group: { receivedSets: 1, errors: ['3'] } }]);
  });
});

describe('X12Tokenizer', () => {
  it('takes the repetition separator from version 00501 and none from 00401', () => {
    const detect = (isa: string) => {
      const tokenizer = new X12Tokenizer();
      expect([...tokenizer.push(Buffer.from(isa))]).toHaveLength(1);
      return tokenizer.delimiters;
    };
    expect(detect(ISA)).toEqual({ element: '*', component: '>', segment: '~', repetition: null });
    expect(detect(ISA.replace('*U*00401*', '*^*00501*'))?.repetition).toBe('^');
    expect(detect(ISA.replace('*U*00401*', '*U*00501*'))?.repetition).toBeNull();
  });
});
