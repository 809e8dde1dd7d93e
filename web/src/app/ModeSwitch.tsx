import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../session/session';
import type { Mode } from '../session/stored-keys';
import styles from './layout.module.css';

const AddKeyDialog = lazy(() => import('./AddKeyDialog'));

const MODE_DESCRIPTIONS: Record<Mode, string> = {
  test: 'Test mode: nothing is shipped or billed',
  live: 'Live mode: carriers pick up and bill shipments',
};

export function ModeBanner() {
  const { mode } = useSession();
  return (
    <div className={`${styles.banner} ${styles[mode]}`} role="status">
      {MODE_DESCRIPTIONS[mode]}
    </div>
  );
}

/** Switches between test and live mode. With an API key it first asks for the key of the other mode. */
export function ModeSwitch() {
  const { mode, modes, switchTo } = useSession();
  const [isAddingKey, setAddingKey] = useState(false);
  const select = (next: string) => {
    if (modes.includes(next as Mode)) switchTo(next as Mode);
    else setAddingKey(true);
  };
  return (
    <>
      <SegmentedControl
        aria-label="Mode"
        value={mode}
        onChange={select}
        data={[
          { value: 'test', label: 'Test' },
          { value: 'live', label: 'Live' },
        ]}
      />
      {isAddingKey && (
        <Suspense>
          <AddKeyDialog mode={mode === 'test' ? 'live' : 'test'} close={() => setAddingKey(false)} />
        </Suspense>
      )}
    </>
  );
}
