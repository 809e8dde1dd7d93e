import { describe, expect, it } from '@jest/globals';
import { splitSegments } from './split-segments';

const ISA =
  'ISA*00*          *00*          *02*PRAIRIE        *ZZ*ACMEMFG        *261127*0600*U*00401*000000001*0*T*>';

describe('splitSegments', () => {
  it('puts each segment on its own line', () => {
    expect(splitSegments(`${ISA}~GS*QM*PRAIRIE*ACMEMFG~IEA*1*000000001~`)).toBe(
      `${ISA}~\nGS*QM*PRAIRIE*ACMEMFG~\nIEA*1*000000001~`,
    );
  });

  it('keeps a file whose segments are on lines already', () => {
    expect(splitSegments(`${ISA}~\r\nIEA*1*000000001~\r\n`)).toBe(`${ISA}~\nIEA*1*000000001~`);
    expect(splitSegments(`${ISA}\nIEA*1*000000001\n`)).toBe(`${ISA}\nIEA*1*000000001\n`);
  });

  it('returns text that is not X12 unchanged', () => {
    expect(splitSegments('no EDI')).toBe('no EDI');
    expect(splitSegments('ISA*00')).toBe('ISA*00');
  });
});
