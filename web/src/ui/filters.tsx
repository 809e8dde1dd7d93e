import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { SearchText } from './search-params';
import styles from './ui.module.css';

const DEBOUNCE_MS = 400;

/** The filters of a page and a way to change them. */
export interface Filters<S extends SearchText = SearchText> {
  values: S;
  /** Changes parameters in the address bar and returns to the first page. */
  set(change: Partial<Record<keyof S, string>>): void;
  isFiltered: boolean;
}

/** Keeps a page's filters in the address bar. `values` is the route's validated search. */
export function useFilters<S extends SearchText>(values: S): Filters<S> {
  const navigate = useNavigate();
  return {
    values,
    set(change) {
      const update = (before: object) => ({ ...before, after: undefined, ...change });
      // The router can't know which route the page belongs to. `validateSearch` checks the names.
      void navigate({ to: '.', search: update as never });
    },
    isFiltered: Object.entries(values).some(([name, value]) => name !== 'after' && value),
  };
}

export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}

interface FilterProps<S extends SearchText> {
  filters: Filters<S>;
  name: keyof S & string;
  label: string;
}

/** Applies the text on Enter or after a pause in typing. */
export function TextFilter<S extends SearchText>({
  filters,
  name,
  label,
  type,
}: FilterProps<S> & { type?: string }) {
  const current = filters.values[name] ?? '';
  const [text, setText] = useState(current);
  const apply = () => filters.set({ [name]: text.trim() } as Partial<Record<keyof S, string>>);
  useEffect(() => setText(current), [current]);
  useEffect(() => {
    if (text.trim() === current) return;
    const timer = setTimeout(apply, DEBOUNCE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- only typing starts the timer
  }, [text]);
  return (
    <TextInput
      label={label}
      type={type ?? 'search'}
      name={name}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}

export function ChoiceFilter<S extends SearchText>({
  filters,
  name,
  label,
  choices,
  noneLabel = 'All',
}: FilterProps<S> & {
  choices: { value: string; label: string }[];
  /** The label of the empty choice. */
  noneLabel?: string;
}) {
  return (
    <NativeSelect
      label={label}
      name={name}
      value={filters.values[name] ?? ''}
      data={[{ value: '', label: noneLabel }, ...choices]}
      onChange={(event) =>
        filters.set({ [name]: event.currentTarget.value } as Partial<Record<keyof S, string>>)
      }
    />
  );
}
