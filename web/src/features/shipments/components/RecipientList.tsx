import type { Schemas } from '@lading/sdk';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { humanize } from '../../../ui/format';
import { Dimmed, Stack } from '../../../ui/layout';
import styles from '../../../ui/ui.module.css';

type RecipientStatus = Schemas['TrackingLink']['notify'][number];
type NoticeType = Schemas['NoticeType'];

interface Recipient {
  email: string;
  events: NoticeType[];
}

const NOTICE_TYPES: NoticeType[] = ['booked', 'out_for_delivery', 'delivered', 'exception'];
/** The limit of the API. */
const MAX_RECIPIENTS = 5;

interface Props {
  recipients: RecipientStatus[];
  /** Replaces the list. Without it the list is read-only. */
  onChange?: (recipients: Recipient[]) => Promise<unknown>;
}

/** The addresses that get an email when the shipment changes. */
export function RecipientList({ recipients, onChange }: Props) {
  const current: Recipient[] = recipients.map(({ email, events }) => ({ email, events }));
  return (
    <Stack>
      <h3>Email updates</h3>
      {recipients.length === 0 && <Dimmed>No recipients.</Dimmed>}
      {recipients.map((recipient) => (
        <div
          key={recipient.email}
          className={styles.filters}
          style={{ margin: 0, justifyContent: 'space-between' }}
        >
          <div>
            <strong>{recipient.email}</strong>
            <Dimmed>{describeUpdates(recipient)}</Dimmed>
          </div>
          {onChange && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${recipient.email}`}
              onClick={() =>
                // The parent shows the error.
                void onChange(current.filter(({ email }) => email !== recipient.email)).catch(() => {})
              }
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      {onChange && recipients.length < MAX_RECIPIENTS && (
        <RecipientForm onAdd={(recipient) => onChange([...current, recipient])} />
      )}
    </Stack>
  );
}

function describeUpdates({ events, told: sent, stopped }: RecipientStatus): string {
  if (stopped) return 'Unsubscribed.';
  const planned = events.map(humanize).join(', ');
  return sent.length > 0 ? `${planned}. Sent: ${sent.map(humanize).join(', ')}` : planned;
}

function RecipientForm({ onAdd }: { onAdd: (recipient: Recipient) => Promise<unknown> }) {
  const form = useForm<Recipient>({ initialValues: { email: '', events: NOTICE_TYPES } });
  const { email, events } = form.getValues();
  const toggle = (type: NoticeType) =>
    form.setFieldValue(
      'events',
      NOTICE_TYPES.filter((other) => (other === type) !== events.includes(other)),
    );
  return (
    <form
      onSubmit={form.onSubmit((recipient) => {
        // The parent shows the error.
        void onAdd(recipient).then(
          () => form.setFieldValue('email', ''),
          () => undefined,
        );
      })}
    >
      <Stack>
        <TextInput label="Email address" name="recipient" type="email" {...form.getInputProps('email')} />
        <div className={styles.filters} style={{ margin: 0 }}>
          {NOTICE_TYPES.map((type) => (
            <Checkbox
              key={type}
              label={humanize(type)}
              checked={events.includes(type)}
              onChange={() => toggle(type)}
            />
          ))}
        </div>
        <div className={styles.actions}>
          <Button type="submit" variant="default" disabled={email === '' || events.length === 0}>
            Add recipient
          </Button>
        </div>
      </Stack>
    </form>
  );
}
