import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { FREIGHT_TERMS } from '../../../ui/choices';
import { ErrorNote } from '../../../ui/ErrorNote';
import { FieldInput } from '../../../ui/FieldInput';
import { toFormValues, toRequestBody, type FormField, type FormValues } from '../../../ui/form-values';
import { Dimmed, Section } from '../../../ui/layout';
import { toFieldErrors } from '../../../ui/RecordForm';
import styles from '../../../ui/ui.module.css';
import { buildGoodsFields, CUSTOMS_FIELDS, needsCustoms, toCustomsBody } from '../api/customs';
import { SHIPMENT_WRITES } from '../api/shipments';

type Freight = Schemas['Freight'];

const partyFields = (side: 'ship_from' | 'ship_to'): FormField[] => [
  { name: `${side}.company`, label: 'Company', required: true },
  { name: `${side}.contact`, label: 'Contact' },
  { name: `${side}.address`, label: 'Street', required: true },
  { name: `${side}.phone`, label: 'Phone', required: true },
  { name: `${side}.email`, label: 'Email', kind: 'email', width: 6 },
];
const SHIP_FROM_FIELDS = partyFields('ship_from');
const SHIP_TO_FIELDS = partyFields('ship_to');
const FREIGHT_FIELDS: FormField[] = [
  { name: 'freight.description', label: 'Commodity', required: true, width: 4 },
  { name: 'bill_to.type', label: 'Freight terms', kind: 'choice', choices: FREIGHT_TERMS, width: 2 },
  { name: 'reference', label: 'PO number', width: 2 },
  { name: 'special_instructions', label: 'Special instructions (on the BOL)', width: 4 },
];
const HAZMAT_FIELDS: FormField[] = [
  { name: 'emergency_contact.name', label: 'Emergency contact', width: 3 },
  { name: 'emergency_contact.phone', label: 'Emergency phone', width: 3 },
];
const PICKUP_FIELDS: FormField[] = [
  { name: 'pickup.ready_time', label: 'Ready time', kind: 'time', width: 2 },
  { name: 'pickup.close_time', label: 'Close time', kind: 'time', width: 2 },
  { name: 'ship_date', label: 'Pickup date', kind: 'date', hint: 'Defaults to the quoted date', width: 2 },
];
/** The fields of the draft. The pickup fields belong to the booking. */
const SAVED_FIELDS = [...SHIP_FROM_FIELDS, ...SHIP_TO_FIELDS, ...FREIGHT_FIELDS, ...HAZMAT_FIELDS];

/** Completes a draft and books it. Booking saves the draft first. */
export function DraftForm({ shipment }: { shipment: Freight }) {
  const { hasScope } = useSession();
  const hasCustoms = needsCustoms(shipment);
  const [goodsCount, setGoodsCount] = useState(Math.max(1, shipment.customs?.items.length ?? 0));
  const goodsFields = Array.from({ length: goodsCount }, (_, index) => buildGoodsFields(index));
  const savedFields = [...SAVED_FIELDS, ...(hasCustoms ? [...CUSTOMS_FIELDS, ...goodsFields.flat()] : [])];
  const form = useForm<FormValues>({
    initialValues: {
      ...toFormValues([...savedFields, ...PICKUP_FIELDS], shipment),
      reference: findPoNumber(shipment),
      ship_date: '',
    },
  });
  const onError = (error: unknown) => form.setErrors(toFieldErrors(error));
  const save = useApiMutation(
    (lading, values: FormValues) =>
      lading.freight.update(shipment.id, buildUpdate(savedFields, shipment, values)),
    { invalidates: SHIPMENT_WRITES, successMessage: 'Draft saved.' },
  );
  const book = useApiMutation(
    async (lading, values: FormValues) => {
      await lading.freight.update(shipment.id, buildUpdate(savedFields, shipment, values));
      return lading.freight.book(shipment.id, toRequestBody(PICKUP_FIELDS, values));
    },
    {
      invalidates: SHIPMENT_WRITES,
      successMessage: ({ pro_number }) => (pro_number ? `Booked: PRO ${pro_number}.` : 'Booked.'),
    },
  );
  if (!hasScope('freight.write')) return null;
  const error = book.error ?? save.error;
  const renderFields = (fields: FormField[]) =>
    fields.map((field) => <FieldInput key={field.name} field={field} form={form} />);
  function addGoods() {
    const added = toFormValues(buildGoodsFields(goodsCount)).customs as { items: FormValues };
    form.setFieldValue(`customs.items.${goodsCount}`, added.items[goodsCount]!);
    setGoodsCount(goodsCount + 1);
  }
  const needsEmergencyContact =
    shipment.freight?.hazmat || shipment.emergency_contact || form.errors['emergency_contact.phone'];
  return (
    <Section title="Shipment details">
      <form
        noValidate
        className={styles.stack}
        onSubmit={form.onSubmit((values) => {
          book.mutate(values, { onError });
        })}
      >
        <div
          className={styles.columns}
          style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(17rem, 1fr))' }}
        >
          <FieldGroup title="Ship from">{renderFields(SHIP_FROM_FIELDS)}</FieldGroup>
          <FieldGroup title="Ship to">{renderFields(SHIP_TO_FIELDS)}</FieldGroup>
        </div>
        <div className={styles.fields}>{renderFields(FREIGHT_FIELDS)}</div>
        {needsEmergencyContact && <div className={styles.fields}>{renderFields(HAZMAT_FIELDS)}</div>}
        {hasCustoms && (
          <>
            <FieldGroup title="Customs">{renderFields(CUSTOMS_FIELDS)}</FieldGroup>
            <FieldGroup title="Commercial invoice">
              {goodsFields.map(renderFields)}
              <Button variant="default" onClick={addGoods}>
                Add line item
              </Button>
            </FieldGroup>
          </>
        )}
        <FieldGroup title="Pickup">{renderFields(PICKUP_FIELDS)}</FieldGroup>
        <ErrorNote error={error} />
        <div className={styles.actions}>
          <Button type="submit" loading={book.isPending}>
            Book with {shipment.carrier_name}
          </Button>
          <Button
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate(form.getValues(), { onError })}
          >
            Save draft
          </Button>
        </div>
        <Dimmed>This shipment is a draft. Lading notifies the carrier when you book.</Dimmed>
      </form>
    </Section>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

function findPoNumber({ references }: Freight): string {
  return references.find(({ name }) => name === 'PO')?.value ?? '';
}

/** Builds the update of a draft. The form edits the PO number and keeps all other references. */
function buildUpdate(fields: FormField[], shipment: Freight, values: FormValues): Schemas['UpdateFreight'] {
  const { reference: _, customs, ...body } = toRequestBody(fields, values, shipment);
  const customsBody = toCustomsBody(customs);
  const poNumber = (values.reference as string).trim();
  const others = shipment.references.filter(({ name }) => name !== 'PO');
  const references = poNumber ? [{ name: 'PO', value: poNumber }, ...others] : others;
  const hasReferences = references.length + shipment.references.length > 0;
  return {
    ...body,
    ...(customsBody !== undefined && { customs: customsBody as Schemas['UpdateFreight']['customs'] }),
    ...(hasReferences && { references }),
  };
}
