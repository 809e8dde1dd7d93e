import {
  AppShell,
  Burger,
  Button,
  TextInput,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Link, Navigate, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useAuth, useSession } from '../session/session';
import { ColorSchemeButton, ModeBand, ModeSwitch } from './ModeSwitch';
import { NAV } from './navigation';
import styles from './layout.module.css';

const Help = lazy(() => import('./KeyboardHelp'));

/** All pages but the door. */
export function Shell() {
  const { session, isResolved: isKnown } = useAuth();
  if (session) return <AppFrame key={session.mode} />;
  return isKnown ? <Navigate to="/sign-in" /> : null;
}

function AppFrame() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [isHelping, help] = useDisclosure();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const search = useRef<HTMLInputElement>(null);
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme();
  useHotkeys([
    ['/', () => search.current?.focus()],
    ['n', () => void navigate({ to: '/ship' })],
    ['shift+?', help.open],
    ['?', help.open],
  ]);
  // oxlint-disable-next-line react/exhaustive-deps -- where one goes closes the menu of a phone
  useEffect(close, [pathname]);
  return (
    <AppShell
      header={{ height: 72 }}
      navbar={{ width: 196, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <AppShell.Header>
        <ModeBand />
        <div style={{ height: 48 }}>
          <div className={styles.header}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Link to="/shipments" className={styles.brand}>
              Lading
            </Link>
            <ModeSwitch />
            <SearchBox input={search} />
            <Button variant="default" visibleFrom="sm" onClick={help.open} aria-label="Keyboard help">
              ?
            </Button>
            <ColorSchemeButton
              scheme={scheme}
              toggle={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
            />
          </div>
        </div>
      </AppShell.Header>
      <AppShell.Navbar className={styles.nav} aria-label="Pages">
        <NavLinks />
      </AppShell.Navbar>
      <AppShell.Main>
        <div className={styles.main}>
          <Outlet />
        </div>
      </AppShell.Main>
      {isHelping && (
        <Suspense>
          <Help close={help.close} />
        </Suspense>
      )}
    </AppShell>
  );
}

function NavLinks() {
  const { hasScope: may, member, signOut } = useSession();
  return (
    <>
      {NAV.map(({ title, items }) => {
        const open = items.filter(({ scope }) => !scope || may(scope));
        return (
          open.length > 0 && (
            <div key={title}>
              <h2>{title}</h2>
              {open.map(({ to, label }) => (
                <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
                  {label}
                </Link>
              ))}
            </div>
          )
        );
      })}
      <div className={styles.foot}>
        <p>{member ? `${member.organization.name} · ${member.member.email}` : 'Signed in with a key'}</p>
        <Button variant="default" mt={6} onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </>
  );
}

/** Finds shipments by PRO, BOL, references, parties. */
function SearchBox({ input }: { input: React.RefObject<HTMLInputElement | null> }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ to: '/shipments', search: text.trim() ? { q: text.trim() } : {} });
        input.current?.blur();
      }}
    >
      <TextInput
        ref={input}
        type="search"
        aria-label="Find a shipment"
        placeholder="PRO, BOL, reference, company   /"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
