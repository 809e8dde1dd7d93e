import { Lading } from '@lading/sdk';
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useAuth } from '../../../session/session';
import { parseMode } from '../../../session/stored-keys';
import { ErrorNote } from '../../../ui/ErrorNote';
import styles from './sign-in.module.css';

/** Signs in with an API key after the service has accepted it. */
export function KeyForm({ submitLabel, onDone }: { submitLabel: string; onDone?: () => void }) {
  const { signInWithKey } = useAuth();
  const form = useForm({ initialValues: { key: '' } });
  const signIn = useMutation({
    async mutationFn(key: string) {
      if (!parseMode(key))
        throw new Error('Invalid API key. Enter a key that starts with fk_test_ or fk_live_.');
      await new Lading({ baseUrl: location.origin, apiKey: key }).limits.get();
      signInWithKey(key);
      onDone?.();
    },
  });

  return (
    <form
      className={styles.card}
      onSubmit={form.onSubmit(({ key }) => {
        signIn.mutate(key.trim());
      })}
    >
      <PasswordInput
        label="API key"
        name="key"
        description="Starts with fk_test_ or fk_live_. Stored in this tab until you close it."
        autoComplete="off"
        size="sm"
        {...form.getInputProps('key')}
      />
      <ErrorNote error={signIn.error} />
      <Button type="submit" loading={signIn.isPending} size="sm">
        {submitLabel}
      </Button>
    </form>
  );
}
