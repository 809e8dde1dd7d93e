import { Kbd, Modal } from '@mantine/core';
import { DescriptionList } from '../ui/layout';

export default function KeyboardHelp({ close }: { close: () => void }) {
  return (
    <Modal opened onClose={close} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <DescriptionList
        items={[
          ['Find a shipment', <Kbd key="/">/</Kbd>],
          ['New quote', <Kbd key="n">n</Kbd>],
          ['Show this list', <Kbd key="?">?</Kbd>],
          ['Close a panel or dialog', <Kbd key="e">Esc</Kbd>],
        ]}
      />
    </Modal>
  );
}
