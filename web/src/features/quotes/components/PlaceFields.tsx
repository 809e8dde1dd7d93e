import type { Schemas } from '@lading/sdk';
import { Autocomplete, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { COUNTRIES } from '../../../ui/choices';
import { formatPlace } from '../../../ui/format';
import styles from '../../../ui/ui.module.css';
import { addressQueries } from '../../directory/api/addresses';
import { SUGGESTION_DELAY_MS } from '../../directory/api/suggestions';
import type { QuoteRequest } from '../api/quote-request';

interface Props {
  title: string;
  side: 'origin' | 'destination';
  form: UseFormReturnType<QuoteRequest>;
}

const formatAddress = (address: Schemas['Address']) =>
  [address.company || address.name, address.address, formatPlace(address)].filter(Boolean).join(', ');

/** The origin or destination of a quote request. Suggests saved addresses and fills the fields from one. */
export function PlaceFields({ title, side, form }: Props) {
  const session = useSession();
  const place = form.getValues()[side];
  const [searchText] = useDebouncedValue(place.company.trim(), SUGGESTION_DELAY_MS);
  const suggestions = useQuery({
    ...addressQueries.suggestions(session, searchText),
    enabled: session.hasScope('addresses.read') && place.address_id === undefined,
  });
  const addresses = suggestions.data?.data ?? [];

  const country = form.getInputProps(`${side}.country`);

  function setCompany(text: string) {
    const saved = addresses.find((address) => formatAddress(address) === text);
    if (!saved) return form.setFieldValue(side, { ...place, address_id: undefined, company: text });
    const { id, company, name, city, state, zip, country } = saved;
    form.setFieldValue(side, { address_id: id, company: company ?? name ?? '', city, state, zip, country });
  }

  function renderField(name: 'zip' | 'city' | 'state', label: string, width: number) {
    const input = form.getInputProps(`${side}.${name}`);
    return (
      <TextInput
        {...input}
        label={label}
        name={`${side}.${name}`}
        onChange={(event) => {
          form.setFieldValue(`${side}.address_id`, undefined);
          input.onChange(event);
        }}
        style={{ gridColumn: `span ${width}` }}
        wrapperProps={{ 'data-half': width < 3 || undefined }}
        autoComplete="off"
        maxLength={name === 'state' ? 2 : undefined}
      />
    );
  }

  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.fields}>
        <Autocomplete
          label="Company or saved address"
          name={`${side}.company`}
          description={
            place.address_id === undefined ? undefined : 'Saved address. Quotes include its accessorials.'
          }
          value={place.company}
          data={[...new Set(addresses.map(formatAddress))]}
          filter={({ options }) => options}
          error={form.errors[`${side}.address_id`] ?? form.errors[`${side}.company`]}
          onChange={setCompany}
          style={{ gridColumn: 'span 6' }}
        />
        {renderField('zip', 'ZIP or postal code', 2)}
        {renderField('city', 'City', 3)}
        {renderField('state', 'State', 1)}
        <NativeSelect
          {...country}
          label="Country"
          name={`${side}.country`}
          data={COUNTRIES}
          onChange={(event) => {
            form.setFieldValue(`${side}.address_id`, undefined);
            country.onChange(event);
          }}
          style={{ gridColumn: 'span 2' }}
          wrapperProps={{ 'data-half': true }}
        />
      </div>
    </fieldset>
  );
}
