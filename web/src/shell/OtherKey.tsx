import type { Mode } from '../session/keys';
import { Side } from '../ui/Side';
import { KeyForm } from './KeyForm';

/** With a key there is one mode, until the other's is given too. */
export default function OtherKey({ mode, close }: { mode: Mode; close: () => void }) {
  return (
    <Side title={`The key of ${mode} mode`} isOpen close={close} size="sm">
      <KeyForm label="Switch" done={close} />
    </Side>
  );
}
