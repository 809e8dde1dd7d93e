import { LadingError } from '@lading/sdk';
import { Button, Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ErrorNote } from './ErrorNote';
import { toRequestBody, toFormValues, type FormField, type FormValue } from './form-values';
import styles from './ui.module.css';

interface Props {
  fields: FormField[];
  /** What is changed; without it something new is made. */
  record?: unknown;
  submit: (body: never) => Promise<unknown>;
  label: string;
  extra?: ReactNode;
}

/** The form of a record: its faults, as the service names them, stand at their fields. */
export function RecordForm({ fields, record, submit, label, extra }: Props) {
  const [values, setValues] = useState(() => toFormValues(fields, record));
  const send = useMutation({ mutationFn: () => submit(toRequestBody(fields, values, record) as never) });
  const faults = toFieldErrors(send.error);

  return (
    <form
      noValidate
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <div className={styles.fields}>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={faults[field.name]}
            set={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
      </div>
      <ErrorNote error={send.error} />
      <div className={styles.actions}>
        <Button type="submit" loading={send.isPending}>
          {label}
        </Button>
        {extra}
      </div>
    </form>
  );
}

/** The service's faults by the field that they are about. */
export function toFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof LadingError)) return {};
  const named = error.param
    ? [{ param: error.param, message: error.message }, ...error.errors]
    : error.errors;
  const faults = named.flatMap(({ param, message }): [string, string][] => (param ? [[param, message]] : []));
  return Object.fromEntries(faults.toReversed());
}

export function FieldInput({
  field,
  value,
  error,
  set,
}: {
  field: FormField;
  value: FormValue;
  error?: string;
  set: (value: FormValue) => void;
}) {
  const { kind = 'text', label, required, hint, name, choices, width = 3 } = field;
  const common = {
    label,
    name,
    error,
    description: hint,
    // The label says so; the service decides.
    withAsterisk: required,
    style: { gridColumn: `span ${width}` },
    wrapperProps: { 'data-half': width <= 2 || undefined },
  };
  if (kind === 'check')
    return (
      <Checkbox
        {...common}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
        mt={4}
      />
    );
  const text = {
    ...common,
    value: String(value),
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  };
  if (kind === 'choice')
    return <NativeSelect {...text} data={[{ value: '', label: NONE_CHOSEN }, ...(choices ?? [])]} />;
  if (kind === 'area') return <Textarea {...text} autosize minRows={2} maxRows={10} />;
  if (kind === 'password') return <PasswordInput {...text} autoComplete="off" />;
  return (
    <TextInput
      {...text}
      type={kind === 'date' || kind === 'time' || kind === 'email' ? kind : 'text'}
      inputMode={kind === 'number' || kind === 'money' ? 'decimal' : undefined}
      leftSection={kind === 'money' ? '$' : undefined}
      autoComplete="off"
    />
  );
}

const NONE_CHOSEN = '–';
