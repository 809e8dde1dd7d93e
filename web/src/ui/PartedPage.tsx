import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHead, Tabs } from './parts';

export type Part = [to: string, label: string, isOpen: boolean];

/** A page of parts, each with an address; its own leads to the first that is open to whoever looks. */
export function PartedPage({
  title,
  at,
  parts,
  keepsSearch,
  children,
}: {
  title: string;
  at: string;
  parts: Part[];
  /** What the address bar says holds in all parts. */
  keepsSearch?: boolean;
  children?: ReactNode;
}) {
  const { pathname } = useLocation();
  const open = parts.flatMap(([to, label, isOpen]): [string, string][] => (isOpen ? [[to, label]] : []));
  if (pathname.replace(/\/$/, '') === at && open[0]) return <Navigate to={open[0][0]} replace />;
  return (
    <>
      <PageHead title={title}>{children}</PageHead>
      <Tabs of={open} keepsSearch={keepsSearch} />
      <Outlet />
    </>
  );
}
