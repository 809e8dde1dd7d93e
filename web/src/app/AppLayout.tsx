import { AppShell, Burger, Button, TextInput } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Link, Navigate, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { useAuth, useSession } from '../session/session';
import { ColorSchemeButton } from './ColorSchemeButton';
import styles from './layout.module.css';
import { ModeBanner, ModeSwitch } from './ModeSwitch';
import { NAVIGATION } from './navigation';

const KeyboardHelp = lazy(() => import('./KeyboardHelp'));

/** Frames every page but the sign-in page, to which it redirects without a session. */
export function AppLayout() {
  const { session, isResolved } = useAuth();
  if (session) return <AppFrame key={session.mode} />;
  return isResolved ? <Navigate to="/sign-in" /> : null;
}

function AppFrame() {
  const [isMenuOpen, menu] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const searchInput = useRef<HTMLInputElement>(null);
  useHotkeys([
    ['/', () => searchInput.current?.focus()],
    ['n', () => void navigate({ to: '/ship' })],
    ['shift+?', help.open],
    ['?', help.open],
  ]);
  // oxlint-disable-next-line react/exhaustive-deps -- navigation closes the menu of a phone
  useEffect(menu.close, [pathname]);
  return (
    <AppShell
      header={{ height: 72 }}
      navbar={{ width: 196, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding="md"
    >
      <AppShell.Header>
        <ModeBanner />
        <div style={{ height: 48 }}>
          <div className={styles.header}>
            <Burger opened={isMenuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Link to="/shipments" className={styles.brand}>
              Lading
            </Link>
            <ModeSwitch />
            <SearchBox input={searchInput} />
            <Button variant="default" visibleFrom="sm" onClick={help.open} aria-label="Keyboard shortcuts">
              ?
            </Button>
            <ColorSchemeButton />
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
      {isHelpOpen && (
        <Suspense>
          <KeyboardHelp close={help.close} />
        </Suspense>
      )}
    </AppShell>
  );
}

function NavLinks() {
  const { hasScope, member, signOut } = useSession();
  return (
    <>
      {NAVIGATION.map(({ title, items }) => {
        const allowed = items.filter(({ scope }) => !scope || hasScope(scope));
        return (
          allowed.length > 0 && (
            <div key={title}>
              <h2>{title}</h2>
              {allowed.map(({ to, label }) => (
                <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
                  {label}
                </Link>
              ))}
            </div>
          )
        );
      })}
      <div className={styles.account}>
        <p>{member ? `${member.organization.name} · ${member.member.email}` : 'Signed in with an API key'}</p>
        <Button variant="default" mt={6} onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </>
  );
}

function SearchBox({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ to: '/shipments', search: { q: text.trim() } });
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
