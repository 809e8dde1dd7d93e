import type { Schemas } from '@lading/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { CHARGE_TYPES } from '../../../ui/choices';
import { formatMoney } from '../../../ui/format';
import { parseCents, type FormField, type FormValues } from '../../../ui/form-values';
import { Dimmed, PageHeader, Section, Stack } from '../../../ui/layout';
import { RecordForm } from '../../../ui/RecordForm';
import { customerQueries } from '../../directory/api/customers';
import { INVOICE_WRITES } from '../api/invoices';

const route = getRouteApi('/app/invoices/new');

const LINE_FIELDS: FormField[] = [
  { name: 'type', label: 'Charge', kind: 'choice', choices: CHARGE_TYPES, required: true, width: 2 },
  { name: 'description', label: 'Description', required: true, width: 2 },
  { name: 'code', label: 'Code', width: 1 },
  { name: 'amount_cents', label: 'Amount', kind: 'money', required: true, width: 1 },
];

/** Creates an invoice with the lines that a person enters. */
export default function NewInvoicePage() {
  const { freight_id: freightId } = route.useSearch();
  const session = useSession();
  const navigate = useNavigate();
  const customers = useQuery({
    ...customerQueries.choices(session),
    enabled: session.hasScope('customers.read'),
  });
  const create = useApiMutation((lading, body: Schemas['CreateInvoice']) => lading.invoices.create(body), {
    invalidates: INVOICE_WRITES,
    successMessage: ({ invoice_number }) => `Invoice ${invoice_number} issued.`,
    onSuccess: ({ id }) => void navigate({ to: '/invoices/$id', params: { id } }),
  });
  const fields: FormField[] = [
    {
      name: 'freight_id',
      label: 'Shipment ID',
      kind: 'number',
      required: true,
      hint: "The number in the address of the shipment's page",
      width: 2,
    },
    {
      name: 'customer_id',
      label: 'Customer',
      kind: 'choice',
      choices: (customers.data?.data ?? []).map(({ id, name, company }) => ({
        value: String(id),
        label: company ?? name,
      })),
      hint: 'Defaults to the customer of the shipment',
      width: 2,
    },
    { name: 'due_date', label: 'Due date', kind: 'date', hint: 'Defaults to your payment terms', width: 2 },
    { name: 'line_items', label: 'Lines', kind: 'rows', rowName: 'line', rowFields: LINE_FIELDS, width: 6 },
  ];
  return (
    <>
      <PageHeader title="New invoice" />
      <Section>
        <Stack>
          <Dimmed>
            If the shipment has an issued invoice, the new one supplements it. Use it for extra charges such
            as detention. Lading adds the taxes of freight within Canada.
          </Dimmed>
          <RecordForm
            fields={fields}
            record={{ freight_id: freightId, line_items: [{ type: 'accessorial' }] }}
            submitLabel="Issue invoice"
            submit={({ customer_id, ...body }: Schemas['CreateInvoice']) =>
              create.mutateAsync({ ...body, ...(customer_id && { customer_id: Number(customer_id) }) })
            }
            renderSummary={(values) => <p>Total before taxes: {formatMoney(sumLines(values))}</p>}
          />
        </Stack>
      </Section>
    </>
  );
}

/** Sums the amounts that are valid so far. */
function sumLines({ line_items: lines }: FormValues): number {
  return (lines as FormValues[])
    .map(({ amount_cents: amount }) => parseCents(amount as string))
    .reduce<number>((sum, cents) => sum + (typeof cents === 'number' ? cents : 0), 0);
}
