import { Checkbox, NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ACCESSORIALS, formatAccessorial, LIMITED_ACCESS_KINDS } from '../../../ui/choices';
import type { QuoteRequest } from '../api/quote-request';
import styles from './quotes.module.css';

/** The field for the location type that a limited access accessorial needs. */
const LIMITED_ACCESS_FIELDS: Record<string, 'limited_pickup' | 'limited_delivery'> = {
  limited_access_pickup: 'limited_pickup',
  limited_access_delivery: 'limited_delivery',
};

export function AccessorialFields({ form }: { form: UseFormReturnType<QuoteRequest> }) {
  const { accessorials: selected } = form.getValues();
  const toggle = (name: string) =>
    form.setFieldValue(
      'accessorials',
      selected.includes(name) ? selected.filter((other) => other !== name) : [...selected, name],
    );
  return (
    <div className={styles.accessorials}>
      {ACCESSORIALS.map(({ title, names }) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          {names.map((name) => (
            <Checkbox
              key={name}
              name={name}
              label={formatAccessorial(name)}
              checked={selected.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
          {names
            .filter((name) => LIMITED_ACCESS_FIELDS[name] && selected.includes(name))
            .map((name) => (
              <NativeSelect
                key={name}
                label="Location type"
                data={[{ value: '', label: '–' }, ...LIMITED_ACCESS_KINDS]}
                {...form.getInputProps(LIMITED_ACCESS_FIELDS[name]!)}
              />
            ))}
        </fieldset>
      ))}
    </div>
  );
}
