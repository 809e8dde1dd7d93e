import { ediDocuments } from '../../platform/metrics.js';
import type { EdiDocument } from './edi-document.entity.js';
import { INBOUND_SETS } from './edi-partner.entity.js';

/** Other sets share one label, because a file may contain any number of them. */
const COUNTED_SETS: readonly string[] = [...INBOUND_SETS, '204', '211', '997'];

/** Counts a document that reached a status. */
export function countDocument({
  direction,
  set,
  status,
}: Pick<EdiDocument, 'direction' | 'set' | 'status'>): void {
  ediDocuments.inc({ direction, set: COUNTED_SETS.includes(set) ? set : 'other', status });
}
