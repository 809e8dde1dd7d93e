import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { FREIGHT_TERMS } from '../../../ui/choices';
import { ErrorNote } from '../../../ui/ErrorNote';
import { Dimmed, Section, Stack } from '../../../ui/layout';
import { toRequestBody, toFormValues, type FormField, type FormValues } from '../../../ui/form-values';
import { FieldInput, toFieldErrors } from '../../../ui/RecordForm';
import styles from '../../../ui/ui.module.css';

type Freight = Schemas['Freight'];

function partyFields(side: 'ship_from' | 'ship_to'): FormField[] {
  return [
    { name: `${side}.company`, label: 'Company', required: true },
    { name: `${side}.contact`, label: 'Contact' },
    { name: `${side}.address`, label: 'Street', required: true },
    { name: `${side}.phone`, label: 'Phone', required: true },
    { name: `${side}.email`, label: 'E-mail', kind: 'email', width: 6 },
  ];
}

const GOODS_FIELDS: FormField[] = [
  { name: 'freight.description', label: 'What it is', required: true, width: 4 },
  { name: 'bill_to.type', label: 'Freight terms', kind: 'choice', choices: FREIGHT_TERMS, width: 2 },
  { name: 'reference', label: 'PO number', width: 2 },
  { name: 'special_instructions', label: 'Instructions on the bill of lading', width: 4 },
];
const HAZMAT_FIELDS: FormField[] = [
  { name: 'emergency_contact.name', label: 'Emergency contact', width: 3 },
  { name: 'emergency_contact.phone', label: 'Emergency phone', width: 3 },
];
const PICKUP_FIELDS: FormField[] = [
  { name: 'pickup.ready_time', label: 'Ready from', kind: 'time', width: 2 },
  { name: 'pickup.close_time', label: 'Until', kind: 'time', width: 2 },
  { name: 'ship_date', label: 'Other day', kind: 'date', width: 2 },
];
const SAVED_FIELDS = [
  ...partyFields('ship_from'),
  ...partyFields('ship_to'),
  ...GOODS_FIELDS,
  ...HAZMAT_FIELDS,
];

/** What a draft lacks is filled in here; then it is booked. What the service misses is named at its field. */
export function DraftForm({ shipment }: { shipment: Freight }) {
  const { hasScope: may } = useSession();
  const [values, setValues] = useState<FormValues>(() => ({
    ...toFormValues([...SAVED_FIELDS, ...PICKUP_FIELDS], shipment),
    reference: shipment.references.find(({ name }) => name === 'PO')?.value ?? '',
    ship_date: '',
  }));
  const save = useApiMutation(
    (lading, body: Schemas['UpdateFreight']) => lading.freight.update(shipment.id, body),
    {
      successMessage: 'Saved.',
    },
  );
  const book = useApiMutation(
    async (lading, body: Schemas['BookFreight']) => {
      await lading.freight.update(shipment.id, buildUpdate(shipment, values));
      return lading.freight.book(shipment.id, body);
    },
    { successMessage: ({ pro_number }) => (pro_number ? `Booked: PRO ${pro_number}.` : 'Booked.') },
  );
  const error = book.error ?? save.error;
  const faults = toFieldErrors(error);
  const input = (field: FormField) => (
    <FieldInput
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      error={faults[field.name]}
      set={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
    />
  );
  if (!may('freight.write')) return null;
  return (
    <Section title="Complete and book">
      <form
        noValidate
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          book.mutate(toRequestBody(PICKUP_FIELDS, values) as Schemas['BookFreight']);
        }}
      >
        <div
          className={styles.columns}
          style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(17rem, 1fr))' }}
        >
          <FieldGroup title="Ship from" fields={partyFields('ship_from').map(input)} />
          <FieldGroup title="Ship to" fields={partyFields('ship_to').map(input)} />
        </div>
        <div className={styles.fields}>{GOODS_FIELDS.map(input)}</div>
        {(shipment.freight?.hazmat || shipment.emergency_contact || faults['emergency_contact.phone']) && (
          <div className={styles.fields}>{HAZMAT_FIELDS.map(input)}</div>
        )}
        <FieldGroup title="Pickup, if it is tied to hours" fields={PICKUP_FIELDS.map(input)} />
        <ErrorNote error={error} />
        <div className={styles.actions}>
          <Button type="submit" loading={book.isPending}>
            Book with {shipment.carrier_name}
          </Button>
          <Button
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate(buildUpdate(shipment, values))}
          >
            Save draft
          </Button>
        </div>
        <Dimmed>Until it is booked nobody is told of it; its bill of lading says DRAFT.</Dimmed>
      </form>
    </Section>
  );
}

function FieldGroup({ title, fields }: { title: string; fields: React.ReactNode }) {
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <legend style={{ fontWeight: 600, padding: 0, marginBottom: 4 }}>{title}</legend>
      <Stack>
        <div className={styles.fields}>{fields}</div>
      </Stack>
    </fieldset>
  );
}

/** The form as a change of the shipment; other references than the PO number stay as they are. */
function buildUpdate(of: Freight, values: FormValues): Schemas['UpdateFreight'] {
  const { reference: _, ...body } = toRequestBody(SAVED_FIELDS, values, of);
  const po = String(values.reference ?? '').trim();
  const others = of.references.filter(({ name }) => name !== 'PO');
  const references = po ? [{ name: 'PO', value: po }, ...others] : others;
  return { ...body, ...(references.length + of.references.length > 0 && { references }) };
}
