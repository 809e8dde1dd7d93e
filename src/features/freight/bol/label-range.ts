import type { LabelFormat } from '../../../platform/pdf/labels-document.js';
import { ApiError, conflictingParam } from '../../../platform/http/errors/api-error.js';
import type { LabelsQuery } from './labels-query.dto.js';

/** Labels that one print holds. */
export const MAX_LABELS = 500;

export interface LabelRange {
  first: number;
  last: number;
  format: LabelFormat;
}

/** Which labels of a shipment are asked for. @throws ApiError conflicting_values, too_many_labels */
export function parseLabelRange(query: LabelsQuery, count: number): LabelRange {
  const { first_label: first = 1, last_label: last = count, label_format: format = '4x6' } = query;
  if (first > count) throw conflictingParam('first_label', `The shipment has ${count} labels.`);
  if (last > count || last < first)
    throw conflictingParam('last_label', `last_label must be a number from ${first} to ${count}.`);
  if (last - first + 1 > MAX_LABELS) {
    throw new ApiError('too_many_labels', {
      param: 'last_label',
      message: `The shipment has ${count} labels, and one print holds ${MAX_LABELS}: say first_label and last_label.`,
    });
  }
  return { first, last, format };
}
