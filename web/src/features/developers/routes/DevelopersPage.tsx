import { Anchor } from '@mantine/core';
import { useSession } from '../../../session/session';
import { TabbedPage, type TabDefinition } from '../../../ui/TabbedPage';

/** What a program needs: keys, webhooks, and to see what happened. */
export default function Developers() {
  const { hasScope: may, mode } = useSession();
  const parts: TabDefinition[] = [
    ['/developers/keys', 'Keys', may('keys.read')],
    ['/developers/webhooks', 'Webhooks', may('webhooks.read')],
    ['/developers/events', 'Events', may('events.read')],
    ['/developers/requests', 'Requests', may('requests.read')],
    ['/developers/sandbox', 'Sandbox', mode === 'test' && may('sandbox.read')],
  ];
  return (
    <TabbedPage title="Developers" path="/developers" tabs={parts}>
      <Anchor href="/docs" target="_blank">
        API document
      </Anchor>
      <Anchor href="/openapi.yaml" target="_blank">
        openapi.yaml
      </Anchor>
      <Anchor href="/docs/errors" target="_blank">
        Errors
      </Anchor>
    </TabbedPage>
  );
}
