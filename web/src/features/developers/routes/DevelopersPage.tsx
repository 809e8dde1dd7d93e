import { Anchor } from '@mantine/core';
import { useSession } from '../../../session/session';
import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

export default function DevelopersPage() {
  const { hasScope, mode } = useSession();
  const tabs: TabDefinition[] = [
    { to: '/developers/keys', label: 'Keys', isAllowed: hasScope('keys.read') },
    { to: '/developers/webhooks', label: 'Webhooks', isAllowed: hasScope('webhooks.read') },
    { to: '/developers/events', label: 'Events', isAllowed: hasScope('events.read') },
    { to: '/developers/requests', label: 'Request log', isAllowed: hasScope('requests.read') },
    {
      to: '/developers/sandbox',
      label: 'Sandbox',
      isAllowed: mode === 'test' && hasScope('sandbox.read'),
    },
  ];
  return (
    <TabbedPage title="Developers" path="/developers" tabs={tabs}>
      <Anchor href="/reference" target="_blank">
        API reference
      </Anchor>
      <Anchor href="/openapi.yaml" target="_blank">
        OpenAPI document
      </Anchor>
      <Anchor href="/docs/errors" target="_blank">
        Errors
      </Anchor>
    </TabbedPage>
  );
}
