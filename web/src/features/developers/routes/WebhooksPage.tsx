import type { Schemas } from '@lading/sdk';
import { Button, Checkbox } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { StatusBadge } from '../../../ui/StatusBadge';
import { EVENT_TYPES } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { toListQuery, useFilters } from '../../../ui/filters';
import { pluralize } from '../../../ui/format';
import { Dimmed, EmptyState, SecretValue, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import styles from '../../../ui/ui.module.css';

type Endpoint = Schemas['WebhookEndpoint'];

export default function Webhooks() {
  const { hasScope: may } = useSession();
  const { filters } = useFilters();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Schemas['CreatedWebhookEndpoint']>();
  const list = useApiQuery(['webhooks', filters], (lading) => lading.webhooks.list(toListQuery(filters)), {
    keepPrevious: true,
  });
  const create = useApiMutation((lading, body: Schemas['CreateWebhook']) => lading.webhooks.create(body), {
    onSuccess: setMade,
  });
  const add = may('webhooks.write') && <Button onClick={() => setOpen(true)}>New endpoint</Button>;
  return (
    <Stack>
      <div className={styles.actions}>{add}</div>
      <PagedTable<Endpoint>
        label="Webhook endpoints"
        list={list}
        columns={[
          {
            label: 'Address',
            render: ({ id, url }) => (
              <Link to="/developers/webhooks/$id" params={{ id: String(id) }}>
                {url}
              </Link>
            ),
          },
          { label: 'State', render: (endpoint) => <EndpointState endpoint={endpoint} /> },
          { label: 'Events', render: ({ events }) => pluralize(events.length, 'type') },
          { label: 'Description', render: ({ description }) => description },
        ]}
        empty={
          <EmptyState title="No endpoints yet" action={add}>
            An endpoint is an address of yours that hears of what happens: signed, and sent again until it
            answers.
          </EmptyState>
        }
      />
      <SidePanel title="A new endpoint" isOpen={isOpen} close={() => setOpen(false)}>
        {made ? (
          <Stack>
            <Dimmed>Its signing secret is shown this once.</Dimmed>
            <SecretValue label="Signing secret" value={made.secret} />
            <div>
              <Button
                onClick={() =>
                  void navigate({ to: '/developers/webhooks/$id', params: { id: String(made.id) } })
                }
              >
                To the endpoint
              </Button>
            </div>
          </Stack>
        ) : (
          <EndpointForm label="Make the endpoint" submit={(body) => create.mutateAsync(body)} />
        )}
      </SidePanel>
    </Stack>
  );
}

export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  if (!endpoint.active)
    return endpoint.disabled_reason ? (
      <StatusBadge status="disabled" text={endpoint.disabled_reason} />
    ) : (
      <StatusBadge text="Switched off" />
    );
  if (endpoint.disabled_reason) return <StatusBadge tone="warn" text={endpoint.disabled_reason} />;
  return <StatusBadge status="active" />;
}

export function EndpointForm({
  endpoint,
  label,
  submit,
}: {
  endpoint?: Endpoint;
  label: string;
  submit: (body: Schemas['CreateWebhook']) => Promise<unknown>;
}) {
  const [events, setEvents] = useState<Endpoint['events']>(endpoint?.events ?? []);
  const toggle = (type: Endpoint['events'][number]) =>
    setEvents(events.includes(type) ? events.filter((one) => one !== type) : [...events, type]);
  return (
    <Stack>
      <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
        <legend>Events</legend>
        <div style={{ columns: 2, columnGap: '1rem' }}>
          {EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={type}
              name={type}
              checked={events.includes(type)}
              onChange={() => toggle(type)}
              mb={4}
            />
          ))}
        </div>
        <Button variant="subtle" onClick={() => setEvents([...EVENT_TYPES])}>
          All of them
        </Button>
      </fieldset>
      <RecordForm
        fields={[
          { name: 'url', label: 'Address', hint: 'https://…', required: true, width: 6 },
          { name: 'description', label: 'Description', width: 6 },
        ]}
        record={endpoint}
        label={label}
        submit={(body: object) => submit({ ...(body as Schemas['CreateWebhook']), events })}
      />
    </Stack>
  );
}
