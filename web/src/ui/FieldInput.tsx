import { Button, Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { toFormValues, type FormField, type FormValues } from './form-values';
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
  if (kind === 'rows') return <RowsInput field={field} form={form} />;
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

/** A list of objects, each with the same fields. */
function RowsInput({ field, form }: { field: FormField; form: UseFormReturnType<FormValues> }) {
  const { name, label, hint, rowFields = [], rowName = 'row', width = 6 } = field;
  const rows = form.getInputProps(name).value as FormValues[];
  return (
    <fieldset className={styles.rows} style={{ gridColumn: `span ${width}` }}>
      <legend>{label}</legend>
      {hint && <p className={styles.dimmed}>{hint}</p>}
      {rows.map((_row, index) => (
        <div key={index} role="group" aria-label={`${capitalize(rowName)} ${index + 1}`}>
          <div className={styles.fields}>
            {rowFields.map((inner) => (
              <FieldInput
                key={inner.name}
                field={{ ...inner, name: `${name}.${index}.${inner.name}` }}
                form={form}
              />
            ))}
          </div>
          <Button
            variant="subtle"
            color="red"
            aria-label={`Remove ${rowName} ${index + 1}`}
            onClick={() => form.removeListItem(name, index)}
          >
            Remove
          </Button>
        </div>
      ))}
      {form.errors[name] && <p role="alert">{form.errors[name]}</p>}
      <Button variant="default" onClick={() => form.insertListItem(name, toFormValues(rowFields))}>
        {`Add ${rowName}`}
      </Button>
    </fieldset>
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
