import type { Schemas } from '@lading/sdk';
import { ACCESSORIALS, LIMITED_ACCESS_KINDS, LOCATION_TYPES } from '../../../ui/choices';
import { formatPlace, humanize } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { DirectoryPage } from '../components/DirectoryPage';

const SERVICES = ACCESSORIALS.slice(0, 2).flatMap(({ names }) => names);
const FIELDS: FormField[] = [
  { name: 'company', label: 'Company' },
  { name: 'contact', label: 'Contact' },
  { name: 'address', label: 'Street', required: true, width: 6 },
  { name: 'city', label: 'City', required: true, width: 3 },
  { name: 'state', label: 'State', required: true, width: 1 },
  { name: 'zip', label: 'ZIP', required: true, width: 2 },
  { name: 'phone', label: 'Phone' },
  { name: 'email', label: 'E-mail', kind: 'email' },
  { name: 'location_type', label: 'Kind of place', kind: 'choice', choices: LOCATION_TYPES },
  { name: 'limited_access', label: 'Limited access', kind: 'choice', choices: LIMITED_ACCESS_KINDS },
  { name: 'hours.open', label: 'Dock opens', kind: 'time' },
  { name: 'hours.close', label: 'Dock closes', kind: 'time' },
  { name: 'instructions', label: 'Instructions', kind: 'area', width: 6 },
  { name: 'external_ref', label: 'Your number for it', width: 6 },
  ...SERVICES.map((name): FormField => ({
    name: `accessorials.${name}`,
    label: humanize(name),
    kind: 'check',
    width: 3,
  })),
];

export default function Addresses() {
  return (
    <DirectoryPage<Schemas['Address']>
      title="Addresses"
      singular="address"
      scope="addresses"
      list={(lading, query) => lading.addresses.list(query)}
      create={(lading, body) => lading.addresses.create(body)}
      update={(lading, id, body) => lading.addresses.update(id, body)}
      remove={(lading, id) => lading.addresses.delete(id)}
      load={(lading, file) => lading.addresses.import(file)}
      fields={FIELDS}
      getName={({ company, name, address }) => company || name || address}
      columns={[
        { label: 'Company', render: ({ company }) => company },
        { label: 'Street', render: ({ address }) => address },
        { label: 'Place', render: formatPlace },
        { label: 'Contact', render: ({ contact }) => contact },
        { label: 'Phone', render: ({ phone }) => phone },
        { label: 'Kind', render: ({ location_type }) => location_type && humanize(location_type) },
      ]}
      empty="Save the docks that you ship from and to: as you type a company, its street, hours and services are there."
    />
  );
}
