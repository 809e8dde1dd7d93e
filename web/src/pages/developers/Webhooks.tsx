import type { Schemas } from '@lading/sdk';
import { Button, Checkbox } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { Badge } from '../../ui/Badge';
import { EVENT_TYPES } from '../../ui/choices';
import { PagedTable } from '../../ui/DataTable';
import { queryOf, useFilters } from '../../ui/filters';
import { count } from '../../ui/format';
import { Dimmed, Empty, Secret, Stack } from '../../ui/parts';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';
import styles from '../../ui/ui.module.css';

type Endpoint = Schemas['WebhookEndpoint'];

export default function Webhooks() {
  const { may } = useSession();
  const { filters } = useFilters();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Schemas['CreatedWebhookEndpoint']>();
  const list = useRead(['webhooks', filters], (lading) => lading.webhooks.list(queryOf(filters)), {
    keep: true,
  });
  const create = useWrite((lading, body: Schemas['CreateWebhook']) => lading.webhooks.create(body), {
    after: setMade,
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
            show: ({ id, url }) => (
              <Link to="/developers/webhooks/$id" params={{ id: String(id) }}>
                {url}
              </Link>
            ),
          },
          { label: 'State', show: (endpoint) => <EndpointState of={endpoint} /> },
          { label: 'Events', show: ({ events }) => count(events.length, 'type') },
          { label: 'Description', show: ({ description }) => description },
        ]}
        empty={
          <Empty title="No endpoints yet" action={add}>
            An endpoint is an address of yours that hears of what happens: signed, and sent again until it
            answers.
          </Empty>
        }
      />
      <Side title="A new endpoint" isOpen={isOpen} close={() => setOpen(false)}>
        {made ? (
          <Stack>
            <Dimmed>Its signing secret is shown this once.</Dimmed>
            <Secret label="Signing secret" value={made.secret} />
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
      </Side>
    </Stack>
  );
}

export function EndpointState({ of }: { of: Endpoint }) {
  if (!of.active)
    return of.disabled_reason ? (
      <Badge of="disabled" text={of.disabled_reason} />
    ) : (
      <Badge text="Switched off" />
    );
  if (of.disabled_reason) return <Badge tone="warn" text={of.disabled_reason} />;
  return <Badge of="active" />;
}

export function EndpointForm({
  of,
  label,
  submit,
}: {
  of?: Endpoint;
  label: string;
  submit: (body: Schemas['CreateWebhook']) => Promise<unknown>;
}) {
  const [events, setEvents] = useState<Endpoint['events']>(of?.events ?? []);
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
        record={of}
        label={label}
        submit={(body: object) => submit({ ...(body as Schemas['CreateWebhook']), events })}
      />
    </Stack>
  );
}
