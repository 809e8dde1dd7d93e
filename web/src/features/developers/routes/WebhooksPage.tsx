import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { PagedTable } from '../../../ui/DataTable';
import { useFilters } from '../../../ui/filters';
import { Dimmed, EmptyState, SecretValue, Stack } from '../../../ui/layout';
import { LinkButton } from '../../../ui/LinkButton';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';
import { WEBHOOK_WRITES, webhookQueries } from '../api/webhooks';
import { NEW_ENDPOINT_FIELDS } from '../components/endpoint-fields';
import { EndpointStatus } from '../components/EndpointStatus';

const route = getRouteApi('/app/developers/webhooks');

export default function WebhooksPage() {
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const [isFormOpen, setFormOpen] = useState(false);
  const [created, setCreated] = useState<Schemas['CreatedWebhookEndpoint']>();
  const list = useQuery(webhookQueries.list(session, filters.values));
  const create = useApiMutation((lading, body: Schemas['CreateWebhook']) => lading.webhooks.create(body), {
    invalidates: WEBHOOK_WRITES,
    onSuccess: setCreated,
  });
  const actions = session.hasScope('webhooks.write') && (
    <Button onClick={() => setFormOpen(true)}>New endpoint</Button>
  );
  return (
    <Stack>
      <div className={styles.actions}>{actions}</div>
      <PagedTable
        label="Webhook endpoints"
        list={list}
        filters={filters}
        columns={[
          {
            label: 'URL',
            render: ({ id, url }) => (
              <Link to="/developers/webhooks/$id" params={{ id }}>
                {url}
              </Link>
            ),
          },
          { label: 'Status', render: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
          { label: 'Events', render: ({ events }) => events.join(', ') },
          { label: 'Description', render: ({ description }) => description },
        ]}
        empty={
          <EmptyState title="No endpoints yet" action={actions}>
            Lading sends signed events to your endpoint and retries failed deliveries.
          </EmptyState>
        }
      />
      <SidePanel title="New endpoint" isOpen={isFormOpen} close={() => setFormOpen(false)}>
        {created ? (
          <Stack>
            <Dimmed>Copy the signing secret now. It is shown only once.</Dimmed>
            <SecretValue label="Signing secret" value={created.secret} />
            <div>
              <LinkButton to="/developers/webhooks/$id" params={{ id: created.id }}>
                Open endpoint
              </LinkButton>
            </div>
          </Stack>
        ) : (
          <RecordForm
            fields={NEW_ENDPOINT_FIELDS}
            submitLabel="Create endpoint"
            submit={(body: Schemas['CreateWebhook']) =>
              create.mutateAsync({ failure_policy: 'outage', ...body })
            }
          />
        )}
      </SidePanel>
    </Stack>
  );
}
