import { Anchor } from '@mantine/core';
import { useSession } from '../../session/session';
import { PartedPage, type Part } from '../../ui/PartedPage';

/** What a program needs: keys, webhooks, and to see what happened. */
export default function Developers() {
  const { may, mode } = useSession();
  const parts: Part[] = [
    ['/developers/keys', 'Keys', may('keys.read')],
    ['/developers/webhooks', 'Webhooks', may('webhooks.read')],
    ['/developers/events', 'Events', may('events.read')],
    ['/developers/requests', 'Requests', may('requests.read')],
    ['/developers/sandbox', 'Sandbox', mode === 'test' && may('sandbox.read')],
  ];
  return (
    <PartedPage title="Developers" at="/developers" parts={parts}>
      <Anchor href="/docs" target="_blank">
        API document
      </Anchor>
      <Anchor href="/openapi.yaml" target="_blank">
        openapi.yaml
      </Anchor>
      <Anchor href="/docs/errors" target="_blank">
        Errors
      </Anchor>
    </PartedPage>
  );
}
