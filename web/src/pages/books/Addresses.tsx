import type { Schemas } from '@lading/sdk';
import { ACCESSORIALS, LIMITED_ACCESS_KINDS, LOCATION_TYPES } from '../../ui/choices';
import { place, words } from '../../ui/format';
import type { Field } from '../../ui/record';
import { Book } from './Book';

const SERVICES = ACCESSORIALS.slice(0, 2).flatMap(({ names }) => names);
const FIELDS: Field[] = [
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
  ...SERVICES.map((name): Field => ({
    name: `accessorials.${name}`,
    label: words(name),
    kind: 'check',
    width: 3,
  })),
];

export default function Addresses() {
  return (
    <Book<Schemas['Address']>
      title="Addresses"
      one="address"
      scope="addresses"
      list={(lading, query) => lading.addresses.list(query)}
      create={(lading, body) => lading.addresses.create(body)}
      update={(lading, id, body) => lading.addresses.update(id, body)}
      remove={(lading, id) => lading.addresses.delete(id)}
      load={(lading, file) => lading.addresses.import(file)}
      fields={FIELDS}
      nameOf={({ company, name, address }) => company || name || address}
      columns={[
        { label: 'Company', show: ({ company }) => company },
        { label: 'Street', show: ({ address }) => address },
        { label: 'Place', show: place },
        { label: 'Contact', show: ({ contact }) => contact },
        { label: 'Phone', show: ({ phone }) => phone },
        { label: 'Kind', show: ({ location_type }) => location_type && words(location_type) },
      ]}
      empty="Save the docks that you ship from and to: as you type a company, its street, hours and services are there."
    />
  );
}
