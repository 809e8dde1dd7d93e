import type { Schemas } from '@lading/sdk';
import { Autocomplete, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useApiQuery } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { formatPlace as placeText } from '../../../ui/format';
import styles from '../../../ui/ui.module.css';
import type { QuotePlace } from '../api/quote-request';

interface Props {
  title: string;
  side: 'origin' | 'destination';
  place: QuotePlace;
  errors: Record<string, string>;
  onChange: (place: QuotePlace) => void;
}

const formatAddressName = (one: Schemas['Address']) =>
  `${one.company || one.name || one.address}, ${placeText(one)} (${one.id})`;

/** A side of the way: from the book of addresses as one types, or by hand. */
export function PlaceFields({ title, side, place, errors: faults, onChange: set }: Props) {
  const { hasScope: may } = useSession();
  const [words] = useDebouncedValue(place.company.trim(), 250);
  const found = useApiQuery(
    ['addresses', 'find', words],
    (lading) => lading.addresses.list({ limit: 8, ...(words.length >= 3 && { q: words }) }),
    { enabled: may('addresses.read') && place.address_id === undefined, keepPrevious: true },
  );
  const addresses = found.data?.data ?? [];

  function typed(text: string) {
    const chosen = addresses.find((one) => formatAddressName(one) === text);
    if (!chosen) return set({ ...place, address_id: undefined, company: text });
    const { id, company, name, city, state, zip } = chosen;
    set({ address_id: id, company: company ?? name ?? '', city, state, zip });
  }
  const field = (name: 'zip' | 'city' | 'state', label: string, width: number) => (
    <TextInput
      label={label}
      name={`${side}.${name}`}
      value={place[name]}
      error={faults[`${side}.${name}`]}
      onChange={(event) => set({ ...place, address_id: undefined, [name]: event.currentTarget.value })}
      style={{ gridColumn: `span ${width}` }}
      wrapperProps={{ 'data-half': width < 3 || undefined }}
      autoComplete="off"
      maxLength={name === 'state' ? 2 : undefined}
    />
  );
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <legend style={{ fontWeight: 600, padding: 0, marginBottom: 4 }}>{title}</legend>
      <div className={styles.fields}>
        <Autocomplete
          label="Company or saved address"
          name={`${side}.company`}
          description={
            place.address_id === undefined ? undefined : 'From the address book, with its services'
          }
          value={place.company}
          data={[...new Set(addresses.map(formatAddressName))]}
          filter={({ options }) => options}
          error={faults[`${side}.address_id`] ?? faults[`${side}.company`]}
          onChange={typed}
          style={{ gridColumn: 'span 6' }}
        />
        {field('zip', 'ZIP', 2)}
        {field('city', 'City', 3)}
        {field('state', 'State', 1)}
      </div>
    </fieldset>
  );
}
