import type { Schemas } from '@lading/sdk';
import { FREIGHT_CLASSES, UNIT_TYPES } from '../../../ui/choices';
import { humanize } from '../../../ui/format';
import type { FormField } from '../../../ui/form-values';
import { DirectoryPage } from '../components/DirectoryPage';

const FIELDS: FormField[] = [
  { name: 'sku', label: 'SKU', required: true },
  { name: 'name', label: 'Name' },
  { name: 'description', label: 'On the bill of lading', width: 6 },
  { name: 'freight_class', label: 'Class', kind: 'choice', choices: FREIGHT_CLASSES, width: 2 },
  { name: 'nmfc_item_number', label: 'NMFC item', width: 2 },
  { name: 'nmfc_sub_code', label: 'NMFC sub', width: 2 },
  { name: 'density_rule', label: 'Class by density', kind: 'check', width: 6 },
  { name: 'handling_unit_type', label: 'Stands on', kind: 'choice', choices: UNIT_TYPES },
  { name: 'pieces', label: 'Pieces on a unit', kind: 'number' },
  { name: 'weight', label: 'Weight of a unit, lb', kind: 'number' },
  { name: 'length', label: 'Length, in', kind: 'number' },
  { name: 'width', label: 'Width, in', kind: 'number' },
  { name: 'height', label: 'Height, in', kind: 'number' },
  { name: 'stackable', label: 'Stackable', kind: 'check', width: 6 },
  { name: 'hazmat.un_number', label: 'UN number', hint: 'Of dangerous goods' },
  { name: 'hazmat.proper_shipping_name', label: 'Proper shipping name' },
  { name: 'hazmat.hazard_class', label: 'Hazard class' },
  {
    name: 'hazmat.packing_group',
    label: 'Packing group',
    kind: 'choice',
    choices: ['I', 'II', 'III'].map((value) => ({ value, label: value })),
  },
];

export default function Products() {
  return (
    <DirectoryPage<Schemas['Product']>
      title="Products"
      singular="product"
      scope="products"
      list={(lading, query) => lading.products.list(query)}
      create={(lading, body) => lading.products.create(body)}
      update={(lading, id, body) => lading.products.update(id, body)}
      remove={(lading, id) => lading.products.delete(id)}
      load={(lading, file) => lading.products.import(file)}
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
          label: 'Unit',
          render: ({ handling_unit_type }) => handling_unit_type && humanize(handling_unit_type),
        },
        { label: 'Weight, lb', alignRight: true, render: ({ weight }) => weight?.toLocaleString('en-US') },
      ]}
      empty="Save what you ship with its class and sides once; a quote then needs its name and how many."
    />
  );
}
