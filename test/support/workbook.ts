import { deflateRawSync, crc32 } from 'node:zlib';

/** A part of a workbook. `claimedSize` overrides its uncompressed size in the directory. */
export interface ZipEntry {
  name: string;
  text: string;
  claimedSize?: number;
}

const WORKBOOK =
  '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Rates" sheetId="1" r:id="rId7"/><sheet name="Notes" sheetId="2" r:id="rId8"/></sheets></workbook>';
const RELATIONS =
  '<Relationships><Relationship Id="rId8" Target="worksheets/sheet2.xml"/><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>';

/** Builds a workbook of one sheet like Excel's: shared texts, numbers, no empty cells. */
export function buildWorkbook(
  rows: (string | number)[][],
  changes: Partial<Record<string, ZipEntry>> = {},
): Buffer {
  const texts: string[] = [];
  const cell = (value: string | number, column: number, row: number): string => {
    const place = `r="${String.fromCharCode(65 + column)}${row}"`;
    if (value === '') return '';
    if (typeof value === 'number') return `<c ${place}><v>${value}</v></c>`;
    return `<c ${place} t="s"><v>${texts.push(value) - 1}</v></c>`;
  };
  const sheet = rows
    .map(
      (cells, at) => `<row r="${at + 1}">${cells.map((value, c) => cell(value, c, at + 1)).join('')}</row>`,
    )
    .join('');
  const parts: ZipEntry[] = [
    { name: 'xl/workbook.xml', text: WORKBOOK },
    { name: 'xl/_rels/workbook.xml.rels', text: RELATIONS },
    { name: 'xl/worksheets/sheet1.xml', text: `<worksheet><sheetData>${sheet}</sheetData></worksheet>` },
    {
      name: 'xl/sharedStrings.xml',
      text: `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    },
  ];
  return buildZip(parts.map((part) => changes[part.name] ?? part));
}

export function buildZip(parts: ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, claimedSize: claims } of parts) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims ?? bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, place, Buffer.from(name));
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}
