import { Kbd, Modal } from '@mantine/core';
import { DescriptionList } from '../ui/layout';

/** What the keys do. */
export default function KeyboardHelp({ close }: { close: () => void }) {
  return (
    <Modal opened onClose={close} title="Keyboard" closeButtonProps={{ 'aria-label': 'Close' }}>
      <DescriptionList
        items={[
          ['Find a shipment', <Kbd key="/">/</Kbd>],
          ['New shipment', <Kbd key="n">n</Kbd>],
          ['This help', <Kbd key="?">?</Kbd>],
          ['Close what is open', <Kbd key="e">Esc</Kbd>],
        ]}
      />
    </Modal>
  );
}
