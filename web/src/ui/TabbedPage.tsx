import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader, Tabs } from './layout';

export type TabDefinition = [to: string, label: string, isOpen: boolean];

/** A page of parts, each with an address; its own leads to the first that is open to whoever looks. */
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
  /** What the address bar says holds in all parts. */
  keepsSearch?: boolean;
  children?: ReactNode;
}) {
  const { pathname } = useLocation();
  const open = tabs.flatMap(([to, label, isOpen]): [string, string][] => (isOpen ? [[to, label]] : []));
  if (pathname.replace(/\/$/, '') === path && open[0]) return <Navigate to={open[0][0]} replace />;
  return (
    <>
      <PageHeader title={title}>{children}</PageHeader>
      <Tabs tabs={open} keepsSearch={keepsSearch} />
      <Outlet />
    </>
  );
}
