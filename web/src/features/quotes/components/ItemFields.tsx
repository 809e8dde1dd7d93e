import type { Schemas } from '@lading/sdk';
import { Autocomplete, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useApiQuery } from '../../../session/api-hooks';
import { useSession } from '../../../session/session';
import { FREIGHT_CLASSES, UNIT_TYPES } from '../../../ui/choices';
import styles from './quotes.module.css';
import type { QuoteItem } from '../api/quote-request';

interface Props {
  index: number;
  item: QuoteItem;
  errors: Record<string, string>;
  onChange: (item: QuoteItem) => void;
  onRemove?: () => void;
}

const formatProductName = ({ sku, name, description }: Schemas['Product']) =>
  [sku, name ?? description].filter(Boolean).join(' · ');

/** One line of freight; a product of the book fills it. */
export function ItemFields({ index: at, item, errors: faults, onChange: set, onRemove: remove }: Props) {
  const { hasScope: may } = useSession();
  const [words] = useDebouncedValue(item.description.trim(), 250);
  const found = useApiQuery(
    ['products', 'find', words],
    (lading) => lading.products.list({ limit: 8, ...(words.length >= 3 && { q: words }) }),
    { enabled: may('products.read') && item.product_id === undefined, keepPrevious: true },
  );
  const products = found.data?.data ?? [];
  const sides = [item.weight, item.length, item.width, item.height].map(Number);
  const isMeasured = sides.every((side) => side > 0);
  const suggestion = useApiQuery(
    ['class', ...sides, item.quantity],
    (lading) =>
      lading.freightClasses.suggest({
        items: [
          {
            quantity: Number(item.quantity) || 1,
            weight: sides[0]!,
            length: sides[1]!,
            width: sides[2]!,
            height: sides[3]!,
          },
        ],
      }),
    { enabled: isMeasured, keepPrevious: true },
  );

  function typed(text: string) {
    const product = products.find((one) => formatProductName(one) === text);
    if (!product) return set({ ...item, product_id: undefined, description: text });
    const quantity = Number(item.quantity) || 1;
    const textOf = (value: number | null) => (value === null ? '' : String(value));
    set({
      product_id: product.id,
      description: product.description ?? product.name ?? product.sku,
      quantity: item.quantity,
      handling_unit_type: product.handling_unit_type ?? item.handling_unit_type,
      weight: textOf(product.weight && product.weight * quantity),
      length: textOf(product.length),
      width: textOf(product.width),
      height: textOf(product.height),
      freight_class: product.freight_class ?? '',
      stackable: product.stackable ?? false,
    });
  }
  const fault = (name: string) => faults[`items[${at}].${name}`];
  const field = (name: 'quantity' | 'weight' | 'length' | 'width' | 'height', label: string) => (
    <TextInput
      label={label}
      name={`items.${at}.${name}`}
      inputMode="decimal"
      autoComplete="off"
      value={item[name]}
      error={fault(name)}
      onChange={(event) => set({ ...item, [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={styles.item} role="group" aria-label={`Item ${at + 1}`}>
      <Autocomplete
        className={styles.wide}
        label="Product or description"
        name={`items.${at}.description`}
        value={item.description}
        data={[...new Set(products.map(formatProductName))]}
        filter={({ options }) => options}
        error={fault('product_id') ?? fault('description')}
        onChange={typed}
      />
      {field('quantity', 'Units')}
      <NativeSelect
        label="Kind"
        name={`items.${at}.handling_unit_type`}
        value={item.handling_unit_type}
        data={UNIT_TYPES}
        error={fault('handling_unit_type')}
        onChange={(event) => set({ ...item, handling_unit_type: event.currentTarget.value })}
      />
      {field('weight', 'Weight in all, lb')}
      {field('length', 'Length, in')}
      {field('width', 'Width, in')}
      {field('height', 'Height, in')}
      <NativeSelect
        label="Class"
        name={`items.${at}.freight_class`}
        value={item.freight_class}
        data={[{ value: '', label: '–' }, ...FREIGHT_CLASSES]}
        error={fault('freight_class')}
        onChange={(event) => set({ ...item, freight_class: event.currentTarget.value })}
      />
      <div className={styles.foot}>
        <Checkbox
          label="Stackable"
          checked={item.stackable}
          onChange={(event) => set({ ...item, stackable: event.currentTarget.checked })}
        />
        {suggestion.data && isMeasured && suggestion.data.freight_class !== item.freight_class && (
          <Button
            variant="subtle"
            onClick={() => set({ ...item, freight_class: suggestion.data.freight_class })}
          >
            Class {suggestion.data.freight_class} by its {suggestion.data.density.toFixed(1)} lb/ft³
          </Button>
        )}
        {remove && (
          <Button variant="subtle" color="red" onClick={remove}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}
