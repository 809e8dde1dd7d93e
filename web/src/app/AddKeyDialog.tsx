import { KeyForm } from '../features/sign-in/components/KeyForm';
import type { Mode } from '../session/stored-keys';
import { SidePanel } from '../ui/SidePanel';

/** Asks for the key of the other mode, because an API key gives access to one mode only. */
export default function AddKeyDialog({ mode, close }: { mode: Mode; close: () => void }) {
  return (
    <SidePanel title={`Add a ${mode} key`} isOpen close={close} size="sm">
      <KeyForm submitLabel={`Switch to ${mode} mode`} onDone={close} />
    </SidePanel>
  );
}
