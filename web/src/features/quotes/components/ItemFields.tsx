import type { Schemas } from '@lading/sdk';
import { Autocomplete, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session';
import { FREIGHT_CLASSES, UNIT_TYPES } from '../../../ui/choices';
import { productQueries } from '../../directory/api/products';
import { SUGGESTION_DELAY_MS } from '../../directory/api/suggestions';
import type { QuoteRequest } from '../api/quote-request';
import { quoteQueries } from '../api/quotes';
import styles from './quotes.module.css';

interface Props {
  index: number;
  form: UseFormReturnType<QuoteRequest>;
}

const formatProduct = ({ sku, name, description }: Schemas['Product']) =>
  [sku, name ?? description].filter(Boolean).join(' · ');

/** One line of freight. Suggests saved products and a freight class for the density. */
export function ItemFields({ index, form }: Props) {
  const session = useSession();
  const path = `items.${index}`;
  const item = form.getValues().items[index]!;
  const [searchText] = useDebouncedValue(item.description.trim(), SUGGESTION_DELAY_MS);
  const suggestions = useQuery({
    ...productQueries.suggestions(session, searchText),
    enabled: session.hasScope('products.read') && item.product_id === undefined,
  });
  const products = suggestions.data?.data ?? [];
  const quantity = Number(item.quantity) || 1;
  const { weight_unit: weightUnit = 'lb', dimension_unit: dimensionUnit = 'in' } = form.getValues();
  const isImperial = weightUnit === 'lb' && dimensionUnit === 'in';
  const measures = {
    weight: Number(item.weight),
    length: Number(item.length),
    width: Number(item.width),
    height: Number(item.height),
  };
  // The service suggests a class for pounds and inches only.
  const isMeasured = isImperial && Object.values(measures).every((measure) => measure > 0);
  const classSuggestion = useQuery({
    ...quoteQueries.classSuggestion(session, { ...measures, quantity }),
    enabled: isMeasured,
  });
  const suggestedClass = isMeasured ? classSuggestion.data : undefined;

  function setDescription(text: string) {
    const product = products.find((candidate) => formatProduct(candidate) === text);
    form.setFieldValue(
      path,
      product
        ? { ...item, ...toItemValues(product, quantity) }
        : { ...item, product_id: undefined, description: text },
    );
  }

  const renderField = (name: 'quantity' | 'weight' | 'length' | 'width' | 'height', label: string) => (
    <TextInput
      label={label}
      name={`${path}.${name}`}
      inputMode="decimal"
      autoComplete="off"
      {...form.getInputProps(`${path}.${name}`)}
    />
  );
  return (
    <div className={styles.item} role="group" aria-label={`Item ${index + 1}`}>
      <Autocomplete
        className={styles.wide}
        label="Product or description"
        name={`${path}.description`}
        value={item.description}
        data={[...new Set(products.map(formatProduct))]}
        filter={({ options }) => options}
        error={form.errors[`${path}.product_id`] ?? form.errors[`${path}.description`]}
        onChange={setDescription}
      />
      {renderField('quantity', 'Qty')}
      <NativeSelect
        label="Packaging"
        name={`${path}.handling_unit_type`}
        data={UNIT_TYPES}
        {...form.getInputProps(`${path}.handling_unit_type`)}
      />
      {renderField('weight', `Total weight (${weightUnit})`)}
      {renderField('length', `Length (${dimensionUnit})`)}
      {renderField('width', `Width (${dimensionUnit})`)}
      {renderField('height', `Height (${dimensionUnit})`)}
      <NativeSelect
        label="Class"
        name={`${path}.freight_class`}
        data={[{ value: '', label: '–' }, ...FREIGHT_CLASSES]}
        {...form.getInputProps(`${path}.freight_class`)}
      />
      <div className={styles.foot}>
        <Checkbox label="Stackable" {...form.getInputProps(`${path}.stackable`, { type: 'checkbox' })} />
        {suggestedClass && suggestedClass.freight_class !== item.freight_class && (
          <Button
            variant="subtle"
            onClick={() => form.setFieldValue(`${path}.freight_class`, suggestedClass.freight_class)}
          >
            Use class {suggestedClass.freight_class} ({suggestedClass.density.toFixed(1)} lb/cu ft)
          </Button>
        )}
        {form.getValues().items.length > 1 && (
          <Button variant="subtle" color="red" onClick={() => form.removeListItem('items', index)}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

/** Returns the fields that a product fills. The weight is for all units. */
function toItemValues(product: Schemas['Product'], quantity: number) {
  const toText = (value: number | null) => (value === null ? '' : String(value));
  return {
    product_id: product.id,
    description: product.description ?? product.name ?? product.sku,
    ...(product.handling_unit_type && { handling_unit_type: product.handling_unit_type }),
    weight: toText(product.weight && product.weight * quantity),
    length: toText(product.length),
    width: toText(product.width),
    height: toText(product.height),
    freight_class: product.freight_class ?? '',
    stackable: product.stackable ?? false,
  };
}
