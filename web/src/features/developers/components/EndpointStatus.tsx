import type { Schemas } from '@lading/sdk';
import { StatusBadge } from '../../../ui/StatusBadge';

export function EndpointStatus({ endpoint }: { endpoint: Schemas['WebhookEndpoint'] }) {
  const { active, disabled_reason: reason } = endpoint;
  if (active) return reason ? <StatusBadge tone="warn" text={reason} /> : <StatusBadge status="active" />;
  return <StatusBadge status={reason ? 'disabled' : undefined} text={reason ?? 'Disabled'} />;
}
