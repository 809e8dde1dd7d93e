import type { Schemas } from '@lading/sdk';
import { Badge } from '../../ui/Badge';
import { Dimmed } from '../../ui/parts';

/** What the service would look at again before this is sent. */
export function Warnings({ of }: { of: Schemas['QuoteWarning'][] }) {
  return of.map(({ code, message }) => (
    <Dimmed key={code + message}>
      <Badge tone="warn" text="Check" /> {message}
    </Dimmed>
  ));
}
