import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead, useWrite } from '../../session/data';
import { useSession } from '../../session/session';
import { ConfirmButton } from '../../ui/Confirm';
import { ErrorNote } from '../../ui/ErrorNote';
import { count, moment } from '../../ui/format';
import { Dimmed, Facts, Secret, Section, Stack, Waiting } from '../../ui/parts';
import { RecordForm } from '../../ui/RecordForm';
import { Side } from '../../ui/Side';
import styles from '../../ui/ui.module.css';
import { Deliveries } from './Deliveries';
import { EndpointForm, EndpointState } from './Webhooks';

type Endpoint = Schemas['WebhookEndpoint'];

export default function Webhook() {
  const id = Number(useParams({ strict: false }).id);
  const endpoint = useRead(['webhooks', id], (lading) => lading.webhooks.get(id));
  if (endpoint.error) return <ErrorNote error={endpoint.error} />;
  if (!endpoint.data) return <Waiting />;
  const { data } = endpoint;
  return (
    <Stack>
      <Section title={data.url} actions={<Changes of={data} />}>
        <Facts
          of={[
            ['State', <EndpointState key="s" of={data} />],
            ['Events', data.events.join(', ')],
            ['Description', data.description],
            ['Secret', <code key="c">{data.secret_prefix}…</code>],
            ['Failures in a row', data.consecutive_failures || ''],
            ['Switched off', data.disabled_at && moment(data.disabled_at)],
          ]}
        />
      </Section>
      <Deliveries endpoint={id} />
    </Stack>
  );
}

function Changes({ of }: { of: Endpoint }) {
  const { may } = useSession();
  const [shown, setShown] = useState<'edit' | 'recover'>();
  const [secret, setSecret] = useState<string>();
  const close = () => setShown(undefined);
  const test = useWrite((lading, id: number) => lading.webhooks.test(id), {
    done: ({ status }) => `The test event is on its way: ${status}.`,
  });
  const update = useWrite((lading, body: Schemas['UpdateWebhook']) => lading.webhooks.update(of.id, body), {
    done: 'Saved.',
    after: close,
  });
  const rotate = useWrite((lading, id: number) => lading.webhooks.rotateSecret(id), {
    after: (answer) => setSecret(answer.secret),
  });
  const recover = useWrite(
    (lading, body: Schemas['RecoverWebhook']) => lading.webhooks.recover(of.id, body),
    {
      done: (answer) => `${count(answer.count, 'delivery', 'deliveries')} on the way again.`,
      after: close,
    },
  );
  const remove = useWrite((lading, id: number) => lading.webhooks.delete(id), {
    done: 'Deleted.',
    after: () => history.back(),
  });
  if (!may('webhooks.write')) return null;
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(of.id)}>
        Send a test event
      </Button>
      <Button variant="default" onClick={() => setShown('edit')}>
        Change
      </Button>
      <Button variant="default" onClick={() => update.mutate({ active: !of.active })}>
        {of.active ? 'Switch off' : 'Switch on'}
      </Button>
      <Button variant="default" onClick={() => setShown('recover')}>
        Recover
      </Button>
      <ConfirmButton
        label="Rotate secret"
        title="Rotate the signing secret?"
        act={() => rotate.mutateAsync(of.id)}
      >
        From now on deliveries are signed with a new one, which is shown once.
      </ConfirmButton>
      <ConfirmButton
        label="Delete"
        title="Delete this endpoint?"
        danger
        act={() => remove.mutateAsync(of.id)}
      >
        Its deliveries go with it.
      </ConfirmButton>
      <ErrorNote error={test.error ?? update.error} />
      <Side title="Change the endpoint" isOpen={shown === 'edit'} close={close}>
        <EndpointForm of={of} label="Save" submit={(body) => update.mutateAsync(body)} />
      </Side>
      <Side title="Send again" isOpen={shown === 'recover'} close={close} size="md">
        <RecordForm
          fields={[
            {
              name: 'since',
              label: 'Since',
              hint: 'A day, or a moment such as 2026-01-31T12:00:00Z',
              required: true,
              width: 6,
            },
            {
              name: 'include',
              label: 'Which',
              kind: 'choice',
              choices: [
                { value: 'failed', label: 'What failed' },
                { value: 'all', label: 'All, also what was delivered' },
              ],
              width: 6,
            },
          ]}
          record={{ since: new Date(Date.now() - 86_400_000).toISOString(), include: 'failed' }}
          label="Send again"
          submit={(body) => recover.mutateAsync(body)}
        />
      </Side>
      <Side title="The new secret" isOpen={secret !== undefined} close={() => setSecret(undefined)} size="md">
        <Stack>
          <Dimmed>It is shown this once.</Dimmed>
          <Secret label="Signing secret" value={secret ?? ''} />
          <div className={styles.actions}>
            <Button onClick={() => setSecret(undefined)}>I have it</Button>
          </div>
        </Stack>
      </Side>
    </>
  );
}
