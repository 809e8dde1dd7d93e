import { Button, Modal } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ErrorNote } from './ErrorNote';
import { Stack } from './parts';
import styles from './ui.module.css';

/** A button that asks before it does what can't be taken back, or what takes a word more. */
export function ConfirmButton({
  label,
  title,
  children,
  act,
  variant = 'default',
  danger = false,
  confirmLabel,
}: {
  label: string;
  title: string;
  children: ReactNode;
  act: () => Promise<unknown>;
  variant?: string;
  danger?: boolean;
  confirmLabel?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    setOpen(false);
    setError(undefined);
  };
  async function go() {
    setBusy(true);
    setError(undefined);
    try {
      await act();
      close();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button variant={variant} color={danger ? 'red' : undefined} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <div>{children}</div>
          <ErrorNote error={error} />
          <div className={styles.actions}>
            <Button color={danger ? 'red' : undefined} loading={isBusy} onClick={() => void go()}>
              {confirmLabel ?? label}
            </Button>
            <Button variant="default" onClick={close}>
              Not now
            </Button>
          </div>
        </Stack>
      </Modal>
    </>
  );
}
