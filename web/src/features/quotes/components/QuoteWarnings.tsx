import type { Schemas } from '@lading/sdk';
import { Dimmed } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';

export function QuoteWarnings({ warnings }: { warnings: Schemas['QuoteWarning'][] }) {
  return warnings.map(({ code, message }) => (
    <Dimmed key={code + message}>
      <StatusBadge tone="warn" text="Warning" /> {message}
    </Dimmed>
  ));
}
