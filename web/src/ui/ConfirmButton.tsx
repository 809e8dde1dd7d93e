import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ErrorNote } from './ErrorNote';
import { Stack } from './layout';
import styles from './ui.module.css';

/** A button that opens a dialog to confirm the action. The dialog stays open and shows the error if it fails. */
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
  const confirm = useMutation({ mutationFn: () => onConfirm(), onSuccess: () => close() });
  const close = () => {
    setOpen(false);
    confirm.reset();
  };
  return (
    <>
      <Button variant={variant} color={danger ? 'red' : undefined} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <div>{children}</div>
          <ErrorNote error={confirm.error} />
          <div className={styles.actions}>
            <Button
              color={danger ? 'red' : undefined}
              loading={confirm.isPending}
              onClick={() => confirm.mutate()}
            >
              {confirmLabel ?? label}
            </Button>
            <Button variant="default" onClick={close}>
              Go back
            </Button>
          </div>
        </Stack>
      </Modal>
    </>
  );
}
