import type { Schemas } from '@lading/sdk';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useApiQuery, useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { ConfirmButton } from '../../../ui/ConfirmButton';
import { ErrorNote } from '../../../ui/ErrorNote';
import { formatDate, humanize } from '../../../ui/format';
import { CopyButton, Dimmed, DescriptionList, Section, Stack } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';

type TrackingLink = Schemas['TrackingLink'];
type Recipient = Schemas['Recipient'];
type NoticeType = Schemas['NoticeType'];

const NOTICES: NoticeType[] = ['booked', 'out_for_delivery', 'delivered', 'exception'];
/** As many as the API takes. */
const MAX_RECIPIENTS = 5;

/** The public page for the consignee, and who is told of the shipment by mail. */
export function ShareShipment({ shipment }: { shipment: Schemas['Freight'] }) {
  const { hasScope: may, mode } = useSession();
  const link = useApiQuery(
    ['tracking-link', shipment.id],
    (lading) => lading.freight.trackingLink.get(shipment.id),
    {
      enabled: shipment.tracking_page_url !== null,
    },
  );
  const share = useApiMutation((lading, body: Schemas['ShareTracking']) =>
    lading.freight.trackingLink.create(shipment.id, body),
  );
  const revoke = useApiMutation((lading, id: number) => lading.freight.trackingLink.delete(id), {
    successMessage: 'The link leads nowhere any more.',
  });
  const shown = shipment.tracking_page_url === null ? undefined : link.data;
  const isAllowed = may('freight.write');
  return (
    <Section
      title="Share tracking"
      actions={
        isAllowed &&
        shipment.tracking_page_url !== null && (
          <ConfirmButton
            label="Revoke"
            title="Revoke the link?"
            danger
            onConfirm={() => revoke.mutateAsync(shipment.id)}
          >
            The page is gone at once, and nobody is told by mail any more.
          </ConfirmButton>
        )
      }
    >
      <Stack>
        {shipment.tracking_page_url === null && (
          <>
            <Dimmed>
              A page for the consignee, without signing in: where the freight is and when it comes, no prices
              and no references.
            </Dimmed>
            {isAllowed && (
              <div className={styles.actions}>
                <Button variant="default" loading={share.isPending} onClick={() => share.mutate({})}>
                  Make a link
                </Button>
              </div>
            )}
          </>
        )}
        {shown && (
          <>
            <div className={styles.secret}>
              <a href={shown.url} target="_blank" rel="noreferrer">
                {shown.url}
              </a>
              <span style={{ flexShrink: 0 }}>
                <CopyButton text={shown.url} />
              </span>
            </div>
            <DescriptionList items={[['Ends', formatDate(shown.expires_at.slice(0, 10))]]} />
            <Checkbox
              label="The page has the proof of delivery"
              checked={shown.pod}
              disabled={!isAllowed || share.isPending}
              onChange={(event) => share.mutate({ pod: event.currentTarget.checked })}
            />
            <RecipientList
              trackingLink={shown}
              change={isAllowed ? (notify) => share.mutateAsync({ notify }) : undefined}
            />
            {mode === 'test' && shown.notify.length > 0 && (
              <Dimmed>In test mode these mails go to the owner of the organization.</Dimmed>
            )}
          </>
        )}
        <ErrorNote error={share.error ?? link.error} />
      </Stack>
    </Section>
  );
}

function RecipientList({
  trackingLink,
  change,
}: {
  trackingLink: TrackingLink;
  change: ((notify: Recipient[]) => Promise<unknown>) | undefined;
}) {
  const recipients = trackingLink.notify.map(({ email, events }) => ({ email, events }));
  return (
    <Stack>
      <h3>Told by mail</h3>
      {trackingLink.notify.length === 0 && <Dimmed>Nobody yet.</Dimmed>}
      {trackingLink.notify.map(({ email, events, told, stopped }) => (
        <div key={email} className={styles.filters} style={{ margin: 0, justifyContent: 'space-between' }}>
          <div>
            <strong>{email}</strong>
            <Dimmed>
              {stopped
                ? 'Wants no more mails: gets none.'
                : `${events.map(humanize).join(', ')}${told.length > 0 ? `. Told: ${told.map(humanize).join(', ')}` : ''}`}
            </Dimmed>
          </div>
          {change && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${email}`}
              onClick={() => void change(recipients.filter((other) => other.email !== email)).catch(() => {})}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      {change && trackingLink.notify.length < MAX_RECIPIENTS && (
        <NewRecipient add={(recipient) => change([...recipients, recipient])} />
      )}
    </Stack>
  );
}

function NewRecipient({ add }: { add: (recipient: Recipient) => Promise<unknown> }) {
  const [email, setEmail] = useState('');
  const [events, setEvents] = useState<NoticeType[]>(NOTICES);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add({ email, events }).then(
      () => setEmail(''),
      () => undefined,
    );
  };
  const toggle = (notice: NoticeType) =>
    setEvents((before) =>
      NOTICES.filter((one) => (one === notice ? !before.includes(one) : before.includes(one))),
    );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="E-mail address"
          name="told"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div className={styles.filters} style={{ margin: 0 }}>
          {NOTICES.map((notice) => (
            <Checkbox
              key={notice}
              label={humanize(notice)}
              checked={events.includes(notice)}
              onChange={() => toggle(notice)}
            />
          ))}
        </div>
        <div className={styles.actions}>
          <Button type="submit" variant="default" disabled={email === '' || events.length === 0}>
            Tell this address
          </Button>
        </div>
      </Stack>
    </form>
  );
}
