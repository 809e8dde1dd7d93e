import { Lading } from '@lading/sdk';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { modeOf } from '../session/keys';
import { useEntrance } from '../session/session';
import { ErrorNote } from '../ui/ErrorNote';
import styles from './shell.module.css';

/** Asks the service whether the key is one; it is kept as long as the tab. */
export function KeyForm({ label, done }: { label: string; done?: () => void }) {
  const { signInWithKey } = useEntrance();
  const [key, setKey] = useState('');
  const enter = useMutation({
    async mutationFn(given: string) {
      if (!modeOf(given)) throw new Error('A key begins with fk_test_ or fk_live_.');
      await new Lading({ baseUrl: location.origin, apiKey: given }).limits.get();
      signInWithKey(given);
      done?.();
    },
  });

  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        enter.mutate(key.trim());
      }}
    >
      <PasswordInput
        label="API key"
        name="key"
        description="fk_test_… or fk_live_…; kept in this tab until it is closed"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        autoComplete="off"
        size="sm"
      />
      <ErrorNote error={enter.error} />
      <Button type="submit" loading={enter.isPending} size="sm">
        {label}
      </Button>
    </form>
  );
}
