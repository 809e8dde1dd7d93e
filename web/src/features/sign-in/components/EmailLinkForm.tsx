import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { sessionApi } from '../../../session/session-api';
import { ErrorNote } from '../../../ui/ErrorNote';
import styles from './sign-in.module.css';

export function EmailLinkForm() {
  const form = useForm({ initialValues: { email: '' } });
  const send = useMutation({ mutationFn: sessionApi.mailLink });
  return (
    <form
      className={styles.card}
      onSubmit={form.onSubmit(({ email }) => {
        send.mutate(email.trim());
      })}
    >
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        size="sm"
        {...form.getInputProps('email')}
      />
      {send.data && <p role="status">{send.data.message}</p>}
      <ErrorNote error={send.error} />
      <Button type="submit" loading={send.isPending} size="sm">
        Email me a sign-in link
      </Button>
    </form>
  );
}
