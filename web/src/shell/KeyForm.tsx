import { Lading } from '@lading/sdk';
import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { modeOf } from '../session/keys';
import { useEntrance } from '../session/session';
import { ErrorNote } from '../ui/ErrorNote';
import styles from './shell.module.css';

/** Asks the service whether the key is one; it is kept as long as the tab. */
export function KeyForm({ label, done }: { label: string; done?: () => void }) {
  const { signInWithKey } = useEntrance();
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function enter() {
    const given = key.trim();
    if (!modeOf(given)) return setError(new Error('A key begins with fk_test_ or fk_live_.'));
    setBusy(true);
    setError(undefined);
    try {
      await new Lading({ baseUrl: location.origin, apiKey: given }).limits.get();
      signInWithKey(given);
      done?.();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
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
      <ErrorNote error={error} />
      <Button type="submit" loading={isBusy} size="sm">
        {label}
      </Button>
    </form>
  );
}
