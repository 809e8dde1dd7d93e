import type { Schemas } from '@lading/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import {
  ACCESSORIALS,
  COUNTRIES,
  formatAccessorial,
  LIMITED_ACCESS_KINDS,
  LOCATION_TYPES,
} from '../../../ui/choices';
import { useFilters } from '../../../ui/filters';
import { formatPlace, humanize } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { addressQueries } from '../api/addresses';
import { DirectoryPage } from '../components/DirectoryPage';
import { VerifyAddress } from '../components/VerifyAddress';

const route = getRouteApi('/app/addresses');

const [AT_PICKUP, AT_DELIVERY] = ACCESSORIALS;
const FIELDS: FormField[] = [
  { name: 'company', label: 'Company' },
  { name: 'contact', label: 'Contact' },
  { name: 'address', label: 'Street', required: true, width: 6 },
  { name: 'city', label: 'City', required: true, width: 3 },
  { name: 'state', label: 'State', required: true, width: 1 },
  { name: 'zip', label: 'ZIP or postal code', required: true, width: 2 },
  { name: 'country', label: 'Country', kind: 'choice', choices: COUNTRIES, width: 2 },
  { name: 'phone', label: 'Phone', width: 2 },
  { name: 'email', label: 'Email', kind: 'email', width: 2 },
  { name: 'location_type', label: 'Location type', kind: 'choice', choices: LOCATION_TYPES },
  { name: 'limited_access', label: 'Limited access type', kind: 'choice', choices: LIMITED_ACCESS_KINDS },
  { name: 'hours.open', label: 'Dock opens', kind: 'time' },
  { name: 'hours.close', label: 'Dock closes', kind: 'time' },
  { name: 'instructions', label: 'Instructions', kind: 'area', width: 6 },
  { name: 'external_ref', label: 'Your reference', width: 6 },
  ...[...AT_PICKUP!.names, ...AT_DELIVERY!.names].map((name): FormField => ({
    name: `accessorials.${name}`,
    label: formatAccessorial(name),
    kind: 'check',
    width: 3,
  })),
];

export default function AddressesPage() {
  const filters = useFilters(route.useSearch());
  return (
    <DirectoryPage<Schemas['Address'], Schemas['CreateAddress']>
      title="Addresses"
      singular="address"
      resource="addresses"
      filters={filters}
      query={addressQueries.list(useSession(), filters.values)}
      create={(lading, body) => lading.addresses.create(body)}
      update={(lading, id, body) => lading.addresses.update(id, body)}
      remove={(lading, id) => lading.addresses.delete(id)}
      importCsv={(lading, csv) => lading.addresses.import(csv)}
      fields={FIELDS}
      getName={({ company, name, address }) => company || name || address}
      columns={[
        { label: 'Company', render: ({ company }) => company },
        { label: 'Street', render: ({ address }) => address },
        { label: 'City', render: formatPlace },
        { label: 'Contact', render: ({ contact }) => contact },
        { label: 'Phone', render: ({ phone }) => phone },
        { label: 'Type', render: ({ location_type }) => location_type && humanize(location_type) },
      ]}
      renderLinks={(address) => <VerifyAddress address={address} />}
      emptyText="Save the locations you ship from and to. Quotes and shipments use their street, dock hours and accessorials."
    />
  );
}
