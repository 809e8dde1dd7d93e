import type { Mode } from '../session/stored-keys';
import { SidePanel } from '../ui/SidePanel';
import { KeyForm } from '../features/sign-in/components/KeyForm';

/** With a key there is one mode, until the other's is given too. */
export default function AddKeyDialog({ mode, close }: { mode: Mode; close: () => void }) {
  return (
    <SidePanel title={`The key of ${mode} mode`} isOpen close={close} size="sm">
      <KeyForm label="Switch" onDone={close} />
    </SidePanel>
  );
}
