import type { Schemas } from '@lading/sdk';
import { formatFault } from '../../../ui/field-labels';
import { Dimmed } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';

export function QuoteWarnings({ warnings }: { warnings: Schemas['QuoteWarning'][] }) {
  return warnings.map((warning) => (
    <Dimmed key={warning.code + warning.message}>
      <StatusBadge tone="warn" text="Warning" /> {formatFault(warning)}
    </Dimmed>
  ));
}
