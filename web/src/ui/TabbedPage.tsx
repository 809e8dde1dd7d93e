import { Link, Navigate, Outlet, useLocation, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from './layout';
import styles from './ui.module.css';

export interface TabDefinition {
  to: LinkProps['to'];
  label: string;
  isAllowed?: boolean;
}

/** A page with one route per tab. Its own path redirects to the first tab that the session may open. */
export function TabbedPage({
  title,
  path,
  tabs,
  keepsSearch,
  children,
}: {
  title: string;
  path: string;
  tabs: TabDefinition[];
  /** Keeps the search parameters when the tab changes. */
  keepsSearch?: boolean;
  children?: ReactNode;
}) {
  const { pathname } = useLocation();
  const allowed = tabs.filter(({ isAllowed = true }) => isAllowed);
  if (pathname.replace(/\/$/, '') === path && allowed[0]) return <Navigate to={allowed[0].to} replace />;
  return (
    <>
      <PageHeader title={title}>{children}</PageHeader>
      <nav className={styles.tabs} aria-label="Tabs">
        {allowed.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            search={keepsSearch ? true : undefined}
            activeProps={{ 'aria-current': 'page' }}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
