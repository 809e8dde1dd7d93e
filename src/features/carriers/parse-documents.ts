import { array, file, nullIfInvalid, parseAdapterAnswer } from './answer-parser.js';

const files = array(nullIfInvalid(file), { max: 20 });

/** Validates an answer of `documents`; drops invalid files. @throws CarrierFault */
export function parseDocuments(answer: unknown): Buffer[] {
  return parseAdapterAnswer(files, answer, 'documents').filter((bytes) => bytes !== null);
}
