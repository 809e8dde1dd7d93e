import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

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
