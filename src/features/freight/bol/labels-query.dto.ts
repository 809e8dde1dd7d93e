import { LABEL_FORMATS, type LabelFormat } from '../../../platform/pdf/labels-document.js';
import { Choice } from '../../../platform/http/contract/fields.js';
import { QueryWhole } from '../../../platform/http/contract/query-fields.js';

/** The most handling units that a shipment can have: 500 lines of 999. */
const MAX_LABEL_NUMBER = 499_500;

export class LabelsQuery {
  /** The first handling unit to print a label for; 1 by default. */
  @QueryWhole(1, MAX_LABEL_NUMBER)
  first_label?: number;
  /** The last handling unit to print a label for; the shipment's last by default. */
  @QueryWhole(1, MAX_LABEL_NUMBER)
  last_label?: number;
  /** Label stock of 4 × 6 inches, or US Letter sheets with a label on each half; `4x6` by default. */
  @Choice(LABEL_FORMATS, { optional: true })
  label_format?: LabelFormat;
}
