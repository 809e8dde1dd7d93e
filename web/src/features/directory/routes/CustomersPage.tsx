import type { Schemas } from '@lading/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { COUNTRIES, toChoices } from '../../../ui/choices';
import { useFilters } from '../../../ui/filters';
import { formatMoney } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { customerQueries } from '../api/customers';
import { DirectoryPage } from '../components/DirectoryPage';

const route = getRouteApi('/app/customers');

const INVOICE_FORMS = toChoices<Schemas['Customer']['invoice_form']>(
  ['itemized', 'all_in'],
  (form) => ({ itemized: 'Itemized, as quoted', all_in: 'One total' })[form],
);
const FIELDS: FormField[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'company', label: 'Company' },
  { name: 'email', label: 'Email', kind: 'email' },
  { name: 'phone', label: 'Phone' },
  { name: 'address', label: 'Street', width: 6 },
  { name: 'city', label: 'City', width: 3 },
  { name: 'state', label: 'State', width: 1 },
  { name: 'zip', label: 'ZIP or postal code', width: 2 },
  { name: 'country', label: 'Country', kind: 'choice', choices: COUNTRIES, width: 2 },
  { name: 'external_ref', label: 'Your reference', width: 4 },
  {
    name: 'invoice_form',
    label: 'Invoice lines',
    kind: 'choice',
    choices: INVOICE_FORMS,
    hint: 'One total hides your price structure. Taxes are always separate lines.',
    width: 6,
  },
  { name: 'markup.percent', label: 'Markup (%)', kind: 'number', width: 2 },
  { name: 'markup.flat_cents', label: 'Flat markup', kind: 'money', width: 2 },
  { name: 'markup.minimum_cents', label: 'Minimum markup', kind: 'money', width: 2 },
];

export default function CustomersPage() {
  const filters = useFilters(route.useSearch());
  return (
    <DirectoryPage<Schemas['Customer'], Schemas['CreateCustomer']>
      title="Customers"
      singular="customer"
      resource="customers"
      filters={filters}
      query={customerQueries.list(useSession(), filters.values)}
      create={(lading, body) => lading.customers.create(body)}
      update={(lading, id, body) => lading.customers.update(id, body)}
      fields={FIELDS}
      getName={({ name }) => name}
      columns={[
        { label: 'Name', render: ({ name }) => name },
        { label: 'Company', render: ({ company }) => company },
        { label: 'Email', render: ({ email }) => email },
        { label: 'Your reference', render: ({ external_ref }) => external_ref },
        { label: 'Markup', alignRight: true, render: formatMarkup },
      ]}
      emptyText="Save the companies you ship for. Set a markup for their quotes and invoice them."
      renderLinks={({ id }) => (
        <p>
          <Link to="/shipments" search={{ customer_id: String(id) }}>
            Shipments
          </Link>{' '}
          ·{' '}
          <Link to="/invoices" search={{ customer_id: String(id) }}>
            Invoices
          </Link>{' '}
          ·{' '}
          <Link to="/customers/$id/statement" params={{ id }}>
            Statement of account
          </Link>
        </p>
      )}
    />
  );
}

function formatMarkup({ markup }: Schemas['Customer']): string {
  return markup ? `${markup.percent}% + ${formatMoney(markup.flat_cents)}` : '';
}
