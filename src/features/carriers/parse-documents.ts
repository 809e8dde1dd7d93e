import { nullIfInvalid, array, parseAdapterAnswer, failField, type FieldParser } from './answer-parser.js';

const MAX_BYTES = 10 * 1024 * 1024;

/** Accepts 1 byte to 10 MiB. The document store checks the file type. */
export const file: FieldParser<Buffer> = (value, path) => {
  const fits = value instanceof Uint8Array && value.length > 0 && value.length <= MAX_BYTES;
  return fits ? Buffer.from(value) : failField(path, `must be 1 to ${MAX_BYTES} bytes`);
};

const files = array(nullIfInvalid(file), { max: 20 });

/** Validates an answer of `documents`; drops invalid files. @throws CarrierFault */
export function parseDocuments(answer: unknown): Buffer[] {
  return parseAdapterAnswer(files, answer, 'documents').filter((bytes) => bytes !== null);
}
