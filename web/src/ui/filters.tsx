import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import styles from './ui.module.css';

export type SearchParams = Record<string, string | undefined>;

/** How many records a page of a table has. */
const PAGE_SIZE = 25;

/** What the address bar says a list is filtered by; a change of it begins at the first page again. */
export function useFilters() {
  const filters: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: SearchParams) =>
    void navigate({
      to: '.',
      search: (before: SearchParams) => {
        const after = { ...before, after: undefined, ...change };
        return Object.fromEntries(Object.entries(after).filter(([, value]) => value));
      },
    });
  const hasFilters = Object.keys(filters).some((name) => name !== 'after' && filters[name]);
  return { filters, set, hasFilters };
}

/** The filters as the query of a list. */
export function toListQuery({ after, ...filters }: SearchParams): Record<string, string | number> {
  const last = after?.split(',').at(-1);
  return {
    limit: PAGE_SIZE,
    ...Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => !!entry[1])),
    ...(last && { starting_after: last }),
  };
}

export function Filters({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}

/** Asks the service when whoever types rests or presses Enter. */
export function TextFilter({ name, label, type }: { name: string; label: string; type?: string }) {
  const { filters, set } = useFilters();
  const now = filters[name] ?? '';
  const [text, setText] = useState(now);
  useEffect(() => setText(now), [now]);
  useEffect(() => {
    if (text.trim() === now) return;
    const rest = setTimeout(() => set({ [name]: text.trim() }), 400);
    return () => clearTimeout(rest);
    // oxlint-disable-next-line react/exhaustive-deps -- only what is typed starts the clock
  }, [text]);
  return (
    <TextInput
      label={label}
      type={type ?? 'search'}
      name={name}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && set({ [name]: text.trim() })}
    />
  );
}

export function ChoiceFilter({
  name,
  label,
  choices,
  all = 'All',
}: {
  name: string;
  label: string;
  choices: { value: string; label: string }[];
  /** What holds where nothing is chosen. */
  all?: string;
}) {
  const { filters, set } = useFilters();
  return (
    <NativeSelect
      label={label}
      name={name}
      value={filters[name] ?? ''}
      data={[{ value: '', label: all }, ...choices]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
}
