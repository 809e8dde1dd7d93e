import { Button, Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FormField, FormValues } from './form-values';
import styles from './ui.module.css';

const NONE = { value: '', label: '–' };
const INPUT_TYPES: { [kind in NonNullable<FormField['kind']>]?: string } = {
  date: 'date',
  time: 'time',
  datetime: 'datetime-local',
  email: 'email',
};

/** Renders one field of a form by its kind. */
export function FieldInput({ field, form }: { field: FormField; form: UseFormReturnType<FormValues> }) {
  const { kind = 'text', label, required, hint, name, choices = [], width = 3 } = field;
  const input = form.getInputProps(name, { type: kind === 'check' ? 'checkbox' : 'input' });
  const common = {
    ...input,
    label,
    name,
    description: hint,
    withAsterisk: required,
    style: { gridColumn: `span ${width}` },
    wrapperProps: { 'data-half': width <= 2 || undefined },
  };
  switch (kind) {
    case 'check':
      return <Checkbox {...common} mt={4} />;
    case 'choices':
      return <ChoicesInput field={field} form={form} />;
    case 'choice':
      return <NativeSelect {...common} data={[NONE, ...choices]} />;
    case 'area':
      return <Textarea {...common} autosize minRows={2} maxRows={10} />;
    case 'password':
      return <PasswordInput {...common} autoComplete="off" />;
    default:
      return (
        <TextInput
          {...common}
          type={INPUT_TYPES[kind] ?? 'text'}
          inputMode={kind === 'number' || kind === 'money' ? 'decimal' : undefined}
          leftSection={kind === 'money' ? '$' : undefined}
          autoComplete="off"
        />
      );
  }
}

function ChoicesInput({ field, form }: { field: FormField; form: UseFormReturnType<FormValues> }) {
  const { name, label, choices = [], width = 6 } = field;
  const selected = form.getInputProps(name).value as string[];
  const toggle = (value: string) =>
    form.setFieldValue(
      name,
      selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value],
    );
  return (
    <fieldset className={styles.choices} style={{ gridColumn: `span ${width}` }}>
      <legend>{label}</legend>
      <div>
        {choices.map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            name={choice.value}
            checked={selected.includes(choice.value)}
            onChange={() => toggle(choice.value)}
          />
        ))}
      </div>
      <Button
        variant="subtle"
        onClick={() =>
          form.setFieldValue(
            name,
            choices.map(({ value }) => value),
          )
        }
      >
        Select all
      </Button>
    </fieldset>
  );
}
