import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { EMPTY_VALUE } from './format';
import styles from './ui.module.css';

export function PageHeader({
  title,
  beside,
  children,
}: {
  title: ReactNode;
  beside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {beside}
      <span className={styles.gap} />
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

export function Section({
  title,
  actions,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      {title && (
        <header>
          <h2>{title}</h2>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** What there is to say about one thing, name by name; what is unknown is left out unless `all` is asked for. */
export function DescriptionList({ items, all = false }: { items: [string, ReactNode][]; all?: boolean }) {
  const shown = items.filter(([, value]) => all || (value != null && value !== '' && value !== EMPTY_VALUE));
  if (shown.length === 0) return <p className={styles.dimmed}>Nothing known yet.</p>;
  return (
    <dl className={styles.facts}>
      {shown.map(([name, value]) => (
        <DescriptionItem key={name} name={name} value={value ?? EMPTY_VALUE} />
      ))}
    </dl>
  );
}

function DescriptionItem({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

export function StatTiles({ tiles }: { tiles: [string, ReactNode][] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(([name, value]) => (
        <div key={name} className={styles.tile}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says what will be here, and how it gets here. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

export function LoadingSkeleton({ lines = 6 }: { lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className={styles.stack}>
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} height={14} width={`${90 - ((at * 17) % 40)}%`} />
      ))}
    </div>
  );
}

export function JsonBlock({ value }: { value: unknown }) {
  return (
    <pre className={styles.json} tabIndex={0}>
      {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
    </pre>
  );
}

/** What is shown this once. */
export function SecretValue({ value, label }: { value: string; label: string }) {
  return (
    <div className={styles.secret}>
      <span data-secret aria-label={label}>
        {value}
      </span>
      <CopyButton text={value} />
    </div>
  );
}

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(true));
  return (
    <Button variant="default" size="compact-xs" onClick={copy}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}

/** The parts of a page, each with an address of its own. */
export function Tabs({ tabs, keepsSearch }: { tabs: [to: string, label: string][]; keepsSearch?: boolean }) {
  return (
    <nav className={styles.tabs} aria-label="Parts of this page">
      {tabs.map(([to, label]) => (
        <Link key={to} to={to} search={keepsSearch} activeProps={{ 'aria-current': 'page' }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

export function Dimmed({ children }: { children: ReactNode }) {
  return <p className={styles.dimmed}>{children}</p>;
}

export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** What is looked at beside what belongs to it. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
