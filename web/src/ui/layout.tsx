import { Button, Skeleton } from '@mantine/core';
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

/** Lists names and values. Items without a value are left out unless `showEmpty` is set. */
export function DescriptionList({
  items,
  showEmpty = false,
}: {
  items: [string, ReactNode][];
  showEmpty?: boolean;
}) {
  const visible = items.filter(
    ([, value]) => showEmpty || (value != null && value !== '' && value !== EMPTY_VALUE),
  );
  if (visible.length === 0) return <Dimmed>No details yet.</Dimmed>;
  return (
    <dl className={styles.facts}>
      {visible.map(([name, value]) => (
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
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} height={14} width={`${90 - ((index * 17) % 40)}%`} />
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

/** A key or signing secret, which the service returns only once. */
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

export function Dimmed({ children }: { children: ReactNode }) {
  return <p className={styles.dimmed}>{children}</p>;
}

export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
