import { Button, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Mode } from '../session/stored-keys';
import { useSession } from '../session/session';
import styles from './layout.module.css';

const OtherKey = lazy(() => import('./AddKeyDialog'));

const MODE_DESCRIPTIONS: Record<Mode, string> = {
  test: 'Test mode: nothing here moves or costs anything',
  live: 'Live mode: what you book is picked up and billed',
};

export function ModeBand() {
  const { mode } = useSession();
  return (
    <div className={`${styles.band} ${styles[mode]}`} role="status">
      {MODE_DESCRIPTIONS[mode]}
    </div>
  );
}

/** Test or live. With a key there is one mode, until the other's key is given too. */
export function ModeSwitch() {
  const { mode, modes, switchTo } = useSession();
  const [isAsking, setAsking] = useState(false);
  const choose = (next: string) => {
    if (modes.includes(next as Mode)) switchTo(next as Mode);
    else setAsking(true);
  };
  return (
    <>
      <SegmentedControl
        aria-label="Mode"
        value={mode}
        onChange={choose}
        data={[
          { value: 'test', label: 'Test' },
          { value: 'live', label: 'Live' },
        ]}
      />
      {isAsking && (
        <Suspense>
          <OtherKey mode={mode === 'test' ? 'live' : 'test'} close={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

export function ColorSchemeButton({ scheme, toggle }: { scheme: string; toggle: () => void }) {
  return (
    <Button
      variant="default"
      onClick={toggle}
      aria-label={scheme === 'dark' ? 'Light colours' : 'Dark colours'}
    >
      <svg
        viewBox="0 0 24 24"
        width="14"
        height="14"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden
      >
        {scheme === 'dark' ? (
          <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5" />
        ) : (
          <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
        )}
      </svg>
    </Button>
  );
}
