import type { LabelFormat } from '../../../platform/pdf/labels-document.js';
import { ApiError, conflictingParam } from '../../../platform/http/errors/api-error.js';
import type { LabelsQuery } from './bol.dto.js';

/** Labels of one request. */
export const MAX_LABELS = 500;

export interface LabelRange {
  first: number;
  last: number;
  format: LabelFormat;
}

/** @throws ApiError conflicting_values, too_many_labels */
export function parseLabelRange(query: LabelsQuery, count: number): LabelRange {
  const { first_label: first = 1, last_label: last = count, label_format: format = '4x6' } = query;
  if (first > count)
    throw conflictingParam(
      'first_label',
      `first_label must be at most ${count}, the number of labels of the shipment.`,
    );
  if (last > count || last < first)
    throw conflictingParam('last_label', `last_label must be a number from ${first} to ${count}.`);
  if (last - first + 1 > MAX_LABELS) {
    throw new ApiError('too_many_labels', {
      param: 'last_label',
      message: `Too many labels: at most ${MAX_LABELS} per request, and the shipment has ${count}. Set first_label and last_label.`,
    });
  }
  return { first, last, format };
}
