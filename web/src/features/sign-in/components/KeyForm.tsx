import { Lading } from '@lading/sdk';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { parseMode } from '../../../session/stored-keys';
import { useAuth } from '../../../session/session';
import { ErrorNote } from '../../../ui/ErrorNote';
import styles from '../../../app/layout.module.css';

/** Asks the service whether the key is one; it is kept as long as the tab. */
export function KeyForm({ label, onDone }: { label: string; onDone?: () => void }) {
  const { signInWithKey } = useAuth();
  const [key, setKey] = useState('');
  const enter = useMutation({
    async mutationFn(given: string) {
      if (!parseMode(given)) throw new Error('A key begins with fk_test_ or fk_live_.');
      await new Lading({ baseUrl: location.origin, apiKey: given }).limits.get();
      signInWithKey(given);
      onDone?.();
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
