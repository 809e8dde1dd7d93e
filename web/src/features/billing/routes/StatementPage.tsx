import type { Schemas } from '@lading/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session';
import { useApiMutation } from '../../../session/use-api-mutation';
import { CURRENCIES } from '../../../ui/choices';
import { PagedTable } from '../../../ui/DataTable';
import { DocumentViewer, downloadFile } from '../../../ui/DocumentViewer';
import { ErrorNote } from '../../../ui/ErrorNote';
import { ChoiceFilter, FilterBar, TextFilter, useFilters } from '../../../ui/filters';
import { formatDate, formatMoney, pluralize } from '../../../ui/format';
import { Dimmed, EmptyState, LoadingSkeleton, PageHeader, Section, Stack } from '../../../ui/layout';
import { StatusBadge } from '../../../ui/StatusBadge';
import { customerQueries } from '../../directory/api/customers';
import { invoiceQueries } from '../api/invoices';
import { statementQueries } from '../api/statements';
import { AgingTiles } from '../components/AgingTiles';

/** The value of the search parameter `show` that lists paid and void invoices too. */
const ALL = 'all';
const route = getRouteApi('/app/customers/$id/statement');

/** The statement of account of a customer: its unpaid invoices, its open credits and the balance. */
export default function StatementPage() {
  const { id } = route.useParams();
  const session = useSession();
  const filters = useFilters(route.useSearch());
  const [isPdfOpen, setPdfOpen] = useState(false);
  const customer = useQuery(customerQueries.detail(session, id));
  const { show, currency: wantedCurrency, after, ...dueDates } = filters.values;
  const isHistory = show === ALL;
  const statement = useQuery(
    statementQueries.page(session, id, {
      currency: wantedCurrency,
      after: isHistory ? undefined : after,
    }),
  );
  const history = useQuery({
    ...invoiceQueries.list(session, { ...dueDates, after, customer_id: String(id) }),
    enabled: isHistory,
  });
  const currency = statement.data?.totals.currency;
  const download = useApiMutation(
    async (lading, customerId: number) =>
      (await lading.customers.csv.statement(customerId, { currency })).blob(),
    { onSuccess: (file) => downloadFile(file, `statement-${id}.csv`) },
  );
  if (customer.error) return <ErrorNote error={customer.error} />;
  if (!customer.data) return <LoadingSkeleton />;
  const { totals, currencies = [] } = statement.data ?? {};
  const name = customer.data.company ?? customer.data.name;
  return (
    <>
      <PageHeader title={`Statement of account: ${name}`}>
        <Button variant="default" onClick={() => setPdfOpen(!isPdfOpen)}>
          {isPdfOpen ? 'Hide PDF' : 'Show PDF'}
        </Button>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate(id)}>
          Download CSV
        </Button>
      </PageHeader>
      <Stack>
        <ErrorNote error={download.error} />
        {isPdfOpen && (
          <Section>
            <DocumentViewer name={`statement-${id}`} query={statementQueries.pdf(session, id, currency)} />
          </Section>
        )}
        {totals && <AgingTiles totals={totals} totalLabel="Balance due" />}
        {totals && (
          <Dimmed>
            {pluralize(totals.invoice_count, 'unpaid invoice or credit', 'unpaid invoices and credits')} in{' '}
            {totals.currency}.
          </Dimmed>
        )}
        <div>
          <FilterBar>
            <ChoiceFilter
              filters={filters}
              name="show"
              label="Show"
              noneLabel="Unpaid invoices and credits"
              choices={[{ value: ALL, label: 'All invoices and payments' }]}
            />
            {isHistory && (
              <>
                <TextFilter filters={filters} name="due_date[gte]" label="Due on or after" type="date" />
                <TextFilter filters={filters} name="due_date[lte]" label="Due on or before" type="date" />
              </>
            )}
            {!isHistory && currencies.length > 1 && (
              <ChoiceFilter
                filters={filters}
                name="currency"
                label="Currency"
                noneLabel="Most used currency"
                choices={CURRENCIES.filter(({ value }) => currencies.includes(value as Schemas['Currency']))}
              />
            )}
          </FilterBar>
          <PagedTable
            label={isHistory ? 'All invoices and payments' : 'Unpaid invoices and credits'}
            list={isHistory ? history : statement}
            filters={filters}
            columns={[
              {
                label: 'Invoice',
                render: (invoice) => (
                  <Link to="/invoices/$id" params={{ id: invoice.id }}>
                    {invoice.invoice_number}
                  </Link>
                ),
              },
              {
                label: 'Status',
                render: ({ status, amount_cents }) =>
                  amount_cents < 0 && status !== 'void' ? (
                    <StatusBadge text="Credit" tone="info" />
                  ) : (
                    <StatusBadge status={status} />
                  ),
              },
              {
                label: 'Shipment',
                render: ({ freight_id }) => (
                  <Link to="/shipments/$id" params={{ id: freight_id }}>
                    {freight_id}
                  </Link>
                ),
              },
              { label: 'Issued', render: ({ created_at }) => formatDate(created_at) },
              {
                label: 'Due date',
                render: ({ due_date, amount_cents }) => (amount_cents < 0 ? '' : formatDate(due_date)),
              },
              ...(isHistory ? [{ label: 'Payment', render: formatPayment }] : []),
              {
                label: 'Total',
                alignRight: true,
                render: (invoice) => formatMoney(invoice.total_cents, invoice.currency),
              },
              {
                label: 'Paid',
                alignRight: true,
                render: (invoice) => formatMoney(invoice.amount_paid_cents, invoice.currency),
              },
              {
                label: 'Balance due',
                alignRight: true,
                render: (invoice) => formatMoney(invoice.amount_remaining_cents, invoice.currency),
              },
            ]}
            empty={
              <EmptyState title="Nothing is due">
                {name} has no unpaid invoices and no open credits.
              </EmptyState>
            }
          />
        </div>
      </Stack>
    </>
  );
}

/** Formats the date, the method and the reference of the last payment. */
function formatPayment({
  amount_paid_cents: paidCents,
  paid_at: paidAt,
  payment_method: method,
  payment_reference: reference,
}: Schemas['Invoice']): string {
  if (paidCents === 0) return '';
  return [paidAt && formatDate(paidAt), method, reference].filter(Boolean).join(', ');
}
