import { Anchor } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useSession } from '../../session/session';
import { PageHead, Tabs } from '../../ui/parts';

/** What a program needs: keys, webhooks, and to see what happened. */
export default function Developers() {
  const { may, mode } = useSession();
  const parts: [string, string, boolean][] = [
    ['/developers/keys', 'Keys', may('keys.read')],
    ['/developers/webhooks', 'Webhooks', may('webhooks.read')],
    ['/developers/events', 'Events', may('events.read')],
    ['/developers/requests', 'Requests', may('requests.read')],
    ['/developers/sandbox', 'Sandbox', mode === 'test' && may('sandbox.read')],
  ];
  return (
    <>
      <PageHead title="Developers">
        <Anchor href="/docs" target="_blank">
          API document
        </Anchor>
        <Anchor href="/openapi.yaml" target="_blank">
          openapi.yaml
        </Anchor>
        <Anchor href="/docs/errors" target="_blank">
          Errors
        </Anchor>
      </PageHead>
      <Tabs of={parts.flatMap(([to, label, open]): [string, string][] => (open ? [[to, label]] : []))} />
      <Outlet />
    </>
  );
}
