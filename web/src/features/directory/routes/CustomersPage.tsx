import type { Schemas } from '@lading/sdk';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { DirectoryPage } from '../components/DirectoryPage';

const FIELDS: FormField[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'company', label: 'Company' },
  { name: 'email', label: 'E-mail', kind: 'email' },
  { name: 'phone', label: 'Phone' },
  { name: 'address', label: 'Street', width: 6 },
  { name: 'city', label: 'City', width: 3 },
  { name: 'state', label: 'State', width: 1 },
  { name: 'zip', label: 'ZIP', width: 2 },
  { name: 'external_ref', label: 'Your number for them', width: 6 },
  { name: 'markup.percent', label: 'Markup, %', kind: 'number', width: 2 },
  { name: 'markup.flat_cents', label: 'and flat', kind: 'money', width: 2 },
  { name: 'markup.minimum_cents', label: 'at least', kind: 'money', width: 2 },
];

export default function Customers() {
  return (
    <DirectoryPage<Schemas['Customer']>
      title="Customers"
      singular="customer"
      scope="customers"
      list={(lading, query) => lading.customers.list(query)}
      create={(lading, body) => lading.customers.create(body)}
      update={(lading, id, body) => lading.customers.update(id, body)}
      fields={FIELDS}
      getName={({ name }) => name}
      columns={[
        { label: 'Name', render: ({ name }) => name },
        { label: 'Company', render: ({ company }) => company },
        { label: 'E-mail', render: ({ email }) => email },
        { label: 'Your number', render: ({ external_ref }) => external_ref },
        {
          label: 'Markup',
          alignRight: true,
          render: ({ markup }) => markup && `${markup.percent} % + ${formatMoney(markup.flat_cents)}`,
        },
      ]}
      empty="Whom you ship for: their quotes bear your markup, their invoices are theirs."
      aside={({ id }) => (
        <p>
          <Link to="/shipments" search={{ customer_id: String(id) }}>
            Shipments
          </Link>{' '}
          ·{' '}
          <Link to="/invoices" search={{ customer_id: String(id) }}>
            Invoices
          </Link>
        </p>
      )}
    />
  );
}
