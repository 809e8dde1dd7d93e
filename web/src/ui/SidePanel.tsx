import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

/** A form or a record beside the list that it belongs to. */
export function SidePanel({
  title,
  isOpen,
  close,
  children,
  size = 'lg',
}: {
  title: string;
  isOpen: boolean;
  close: () => void;
  children: ReactNode;
  size?: string;
}) {
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      title={title}
      position="right"
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen && children}
    </Drawer>
  );
}
