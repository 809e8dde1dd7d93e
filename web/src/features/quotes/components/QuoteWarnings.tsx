import type { Schemas } from '@lading/sdk';
import { StatusBadge } from '../../../ui/StatusBadge';
import { Dimmed } from '../../../ui/layout';

/** What the service would look at again before this is sent. */
export function QuoteWarnings({ warnings }: { warnings: Schemas['QuoteWarning'][] }) {
  return warnings.map(({ code, message }) => (
    <Dimmed key={code + message}>
      <StatusBadge tone="warn" text="Check" /> {message}
    </Dimmed>
  ));
}
