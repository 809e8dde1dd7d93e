import assert from 'node:assert/strict';
import { isPdf, parseJpegSize, parsePngSize } from '../../../domain/file-signatures.js';
import { CarrierDeclined, type CarrierDocumentType } from '../carrier-adapter.js';
import { parseDocuments } from '../parse-documents.js';
import { deepFreeze, NEVER_ABORTED } from './expectations.js';
import type { CarrierCheck, ConformanceSubject } from './subject.js';

/** What documents promise. */
export function documentChecks(subject: ConformanceSubject): CarrierCheck[] {
  const { account, documented } = subject;
  const { documents, documentTypes = [] } = subject.adapter();
  const declared: CarrierCheck = {
    name: 'documents: the types are declared where they can be asked for, and only there',
    run: () => Promise.resolve(assert.equal(documentTypes.length > 0, documents !== undefined)),
  };
  if (!documents || !documented) return [declared];
  const ask = async (type: CarrierDocumentType) =>
    parseDocuments(
      await subject.adapter().documents!(
        deepFreeze(documented.booked),
        type,
        deepFreeze(account),
        NEVER_ABORTED,
      ),
    );
  const checks = documentTypes.map((type): CarrierCheck => {
    if (!documented.types.includes(type)) {
      return {
        name: `documents: a ${type} that isn’t there yet is none, and no fault`,
        async run() {
          const none = (error: unknown) => (error instanceof CarrierDeclined ? [] : Promise.reject(error));
          assert.deepEqual(await ask(type).catch(none), []);
        },
      };
    }
    return {
      name: `documents: a ${type} is a whole file`,
      async run() {
        const files = await ask(type);
        assert.ok(files.length > 0, 'the sample has no file');
        for (const bytes of files)
          assert.ok(isPdf(bytes) || parsePngSize(bytes) || parseJpegSize(bytes), 'it is none');
      },
    };
  });
  return [declared, ...checks];
}
