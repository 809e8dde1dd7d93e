import { nullIfInvalid, array, parseAdapterAnswer, failField, type FieldParser } from './answer-parser.js';

const MAX_BYTES = 10 * 1024 * 1024;

/** Whether it is a PDF or a picture is looked at where it is kept. */
export const file: FieldParser<Buffer> = (value, path) => {
  const fits = value instanceof Uint8Array && value.length > 0 && value.length <= MAX_BYTES;
  return fits ? Buffer.from(value) : failField(path, `must be 1 to ${MAX_BYTES} bytes`);
};

const files = array(nullIfInvalid(file), { max: 20 });

/** The files that an adapter has of one type. One that makes no sense is left out. @throws CarrierFault */
export function parseDocuments(answer: unknown): Buffer[] {
  return parseAdapterAnswer(files, answer, 'documents').filter((bytes) => bytes !== null);
}
