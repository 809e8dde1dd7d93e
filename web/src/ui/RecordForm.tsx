import { LadingError } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNote } from './ErrorNote';
import { FieldInput } from './FieldInput';
import { formatFault, toFormPath } from './field-labels';
import { toFormValues, toRequestBody, type FormField, type FormValues } from './form-values';
import styles from './ui.module.css';

interface Props<B> {
  fields: FormField[];
  /** The record to edit. Without it the form creates one. */
  record?: unknown;
  submit: (body: B) => Promise<unknown>;
  submitLabel: string;
  extraActions?: ReactNode;
  /** Shown below the fields, for instance a total. */
  renderSummary?: (values: FormValues) => ReactNode;
}

/** Edits the fields of a record and shows the service's validation errors at their fields. */
export function RecordForm<B>({
  fields,
  record,
  submit,
  submitLabel,
  extraActions,
  renderSummary,
}: Props<B>) {
  const form = useForm<FormValues>({ initialValues: toFormValues(fields, record) });
  const send = useMutation({
    mutationFn: (values: FormValues) => submit(toRequestBody(fields, values, record) as B),
    onError: (error) => form.setErrors(toFieldErrors(error, fields)),
  });
  return (
    <form
      noValidate
      className={styles.stack}
      onSubmit={form.onSubmit((values) => {
        send.mutate(values);
      })}
    >
      <div className={styles.fields}>
        {fields.map((field) => (
          <FieldInput key={field.name} field={field} form={form} />
        ))}
      </div>
      {renderSummary?.(form.values)}
      <ErrorNote error={send.error} fields={fields} />
      <div className={styles.actions}>
        <Button type="submit" loading={send.isPending}>
          {submitLabel}
        </Button>
        {extraActions}
      </div>
    </form>
  );
}

/** Returns the service's messages by form path, with the labels of the fields. */
export function toFieldErrors(error: unknown, fields?: readonly FormField[]): Record<string, string> {
  if (!(error instanceof LadingError)) return {};
  const faults = error.param
    ? [{ param: error.param, message: error.message }, ...error.errors]
    : error.errors;
  const messages: Record<string, string> = {};
  for (const { param, message } of faults)
    if (param) messages[toFormPath(param)] ??= formatFault({ param, message }, fields);
  return messages;
}
