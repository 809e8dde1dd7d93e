import { Kbd, Modal } from '@mantine/core';
import { Facts } from '../ui/parts';

/** What the keys do. */
export default function Help({ close }: { close: () => void }) {
  return (
    <Modal opened onClose={close} title="Keyboard" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Facts
        of={[
          ['Find a shipment', <Kbd key="/">/</Kbd>],
          ['New shipment', <Kbd key="n">n</Kbd>],
          ['This help', <Kbd key="?">?</Kbd>],
          ['Close what is open', <Kbd key="e">Esc</Kbd>],
        ]}
      />
    </Modal>
  );
}
