import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ErrorNote } from './ErrorNote';
import { Stack } from './layout';
import styles from './ui.module.css';

/** A button that asks before it does what can't be taken back, or what takes a word more. */
export function ConfirmButton({
  label,
  title,
  children,
  onConfirm,
  variant = 'default',
  danger = false,
  confirmLabel,
}: {
  label: string;
  title: string;
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
  variant?: string;
  danger?: boolean;
  confirmLabel?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const go = useMutation({ mutationFn: () => onConfirm(), onSuccess: () => close() });
  const close = () => {
    setOpen(false);
    go.reset();
  };
  return (
    <>
      <Button variant={variant} color={danger ? 'red' : undefined} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <div>{children}</div>
          <ErrorNote error={go.error} />
          <div className={styles.actions}>
            <Button color={danger ? 'red' : undefined} loading={go.isPending} onClick={() => go.mutate()}>
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
