import type { Schemas } from '@lading/sdk';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../../session/session';
import { FREIGHT_CLASSES, toChoices, UNIT_TYPES } from '../../../ui/choices';
import { useFilters } from '../../../ui/filters';
import { humanize } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { productQueries } from '../api/products';
import { DirectoryPage } from '../components/DirectoryPage';

const route = getRouteApi('/app/products');

const PACKING_GROUPS = toChoices(['I', 'II', 'III']);
const FIELDS: FormField[] = [
  { name: 'sku', label: 'SKU', required: true },
  { name: 'name', label: 'Name' },
  { name: 'description', label: 'BOL description', width: 6 },
  { name: 'freight_class', label: 'Class', kind: 'choice', choices: FREIGHT_CLASSES, width: 2 },
  { name: 'nmfc_item_number', label: 'NMFC item', width: 2 },
  { name: 'nmfc_sub_code', label: 'NMFC sub', width: 2 },
  { name: 'density_rule', label: 'Density-based class', kind: 'check', width: 6 },
  { name: 'handling_unit_type', label: 'Packaging', kind: 'choice', choices: UNIT_TYPES },
  { name: 'pieces', label: 'Pieces per unit', kind: 'number' },
  { name: 'weight', label: 'Weight per unit (lb)', kind: 'number' },
  { name: 'length', label: 'Length (in)', kind: 'number' },
  { name: 'width', label: 'Width (in)', kind: 'number' },
  { name: 'height', label: 'Height (in)', kind: 'number' },
  { name: 'stackable', label: 'Stackable', kind: 'check', width: 6 },
  { name: 'hazmat.un_number', label: 'UN number', hint: 'Hazardous materials only' },
  { name: 'hazmat.proper_shipping_name', label: 'Proper shipping name' },
  { name: 'hazmat.hazard_class', label: 'Hazard class' },
  { name: 'hazmat.packing_group', label: 'Packing group', kind: 'choice', choices: PACKING_GROUPS },
];

export default function ProductsPage() {
  const filters = useFilters(route.useSearch());
  return (
    <DirectoryPage<Schemas['Product'], Schemas['CreateProduct']>
      title="Products"
      singular="product"
      resource="products"
      filters={filters}
      query={productQueries.list(useSession(), filters.values)}
      create={(lading, body) => lading.products.create(body)}
      update={(lading, id, body) => lading.products.update(id, body)}
      remove={(lading, id) => lading.products.delete(id)}
      importCsv={(lading, csv) => lading.products.import(csv)}
      fields={FIELDS}
      getName={({ sku }) => sku}
      columns={[
        { label: 'SKU', render: ({ sku }) => sku },
        { label: 'Name', render: ({ name, description }) => name ?? description },
        {
          label: 'Class',
          render: ({ freight_class, density_rule }) => freight_class ?? (density_rule ? 'By density' : ''),
        },
        {
          label: 'NMFC',
          render: ({ nmfc_item_number, nmfc_sub_code }) =>
            [nmfc_item_number, nmfc_sub_code].filter(Boolean).join('-'),
        },
        {
          label: 'Packaging',
          render: ({ handling_unit_type }) => handling_unit_type && humanize(handling_unit_type),
        },
        { label: 'Weight (lb)', alignRight: true, render: ({ weight }) => weight?.toLocaleString('en-US') },
      ]}
      emptyText="Save the goods you ship often. Quotes use their class, dimensions and weight."
    />
  );
}
