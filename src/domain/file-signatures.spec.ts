import { describe, expect, it } from '@jest/globals';
import { parseJpegSize } from './file-signatures.js';

const START = [0xff, 0xd8];
const END = [0xff, 0xd9];
const frame = (side: number, marker = 0xc0) => [
  0xff,
  marker,
  0,
  11,
  8,
  side >> 8,
  side & 255,
  side >> 8,
  side & 255,
  1,
  1,
  0x11,
  0,
];
const SCAN = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4];
const COMMENT = [0xff, 0xfe, 0, 4, 65, 66];
const parse = (...parts: number[][]) => parseJpegSize(Buffer.from(parts.flat()));

describe('parseJpegSize', () => {
  it('reads the size from the frame header', () => {
    expect(parse(START, COMMENT, frame(300), SCAN, SCAN, END)).toEqual({ width: 300, height: 300 });
  });

  it('skips markers without a length, as decoders do', () => {
    const small = [0xff, 0x01, 0, 13, ...frame(1)];
    expect(parse(START, small, frame(22_000), END)).toBeNull();
    expect(parse(START, [0xff, 0x01], [0xff, 0xd3], frame(22_000), END)).toEqual({
      width: 22_000,
      height: 22_000,
    });
  });

  it.each([
    ['a second frame', [frame(1), frame(22_000), END]],
    ['a second frame after a scan', [frame(1), SCAN, frame(22_000, 0xc2), END]],
    ['bytes between segments', [frame(1), [0], frame(22_000), END]],
    ['a stuffed byte outside of a scan', [[0xff, 0, 0, 4, 0, 0], frame(1), END]],
    ['a second start of the image', [START, frame(1), END]],
    ['a segment without a valid length', [[0xff, 0xfe, 0, 1], frame(1), END]],
    ['no end', [frame(1), SCAN]],
    ['no frame', [COMMENT, END]],
    ['a cut frame', [frame(1).slice(0, 8)]],
  ])('returns null for %s', (_what, parts) => expect(parse(START, ...parts)).toBeNull());
});
