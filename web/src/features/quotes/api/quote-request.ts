import type { Schemas } from '@lading/sdk';
import { toNumberOrText } from '../../../ui/form-values';

/** One side, as it is typed or taken from the book. */
export interface QuotePlace {
  address_id?: number;
  company: string;
  city: string;
  state: string;
  zip: string;
}

export interface QuoteItem {
  product_id?: number;
  description: string;
  quantity: string;
  handling_unit_type: string;
  weight: string;
  length: string;
  width: string;
  height: string;
  freight_class: string;
  stackable: boolean;
}

export interface QuoteRequest {
  origin: QuotePlace;
  destination: QuotePlace;
  items: QuoteItem[];
  accessorials: string[];
  limited_pickup: string;
  limited_delivery: string;
  ship_date: string;
  declared_value: string;
  customer_id: string;
}

const EMPTY_PLACE: QuotePlace = { company: '', city: '', state: '', zip: '' };
export const EMPTY_ITEM: QuoteItem = {
  description: '',
  quantity: '1',
  handling_unit_type: 'pallet',
  weight: '',
  length: '48',
  width: '40',
  height: '',
  freight_class: '',
  stackable: false,
};
export const EMPTY_REQUEST: QuoteRequest = {
  origin: EMPTY_PLACE,
  destination: EMPTY_PLACE,
  items: [EMPTY_ITEM],
  accessorials: [],
  limited_pickup: '',
  limited_delivery: '',
  ship_date: '',
  declared_value: '',
  customer_id: '',
};

const omitEmpty = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)) as T;

/** What is asked of the carriers; what is no number goes as it is, for the service to say so. */
export function buildQuoteBody(of: QuoteRequest): Schemas['CreateQuotes'] {
  const limited = omitEmpty({ pickup: of.limited_pickup, delivery: of.limited_delivery });
  const body = {
    origin: omitEmpty(of.origin),
    destination: omitEmpty(of.destination),
    items: of.items.map((item) =>
      omitEmpty({
        ...item,
        quantity: toNumberOrBlank(item.quantity),
        weight: toNumberOrBlank(item.weight),
        length: toNumberOrBlank(item.length),
        width: toNumberOrBlank(item.width),
        height: toNumberOrBlank(item.height),
      }),
    ),
    ...(of.accessorials.length > 0 && {
      accessorials: Object.fromEntries(of.accessorials.map((name) => [name, true])),
    }),
    ...(Object.keys(limited).length > 0 && { limited_access: limited }),
    ...omitEmpty({
      ship_date: of.ship_date,
      declared_value_cents: of.declared_value && Math.round(Number(of.declared_value) * 100),
      customer_id: toNumberOrBlank(of.customer_id),
    }),
  };
  return body as Schemas['CreateQuotes'];
}

function toNumberOrBlank(text: string): number | string {
  return text.trim() === '' ? '' : toNumberOrText(text.trim());
}

/** What was asked for, so that it can be changed and asked again, and the carriers' answers, as long as the tab is open. */
interface StoredQuoteRequest {
  request: QuoteRequest;
  results: Schemas['CarrierResult'][];
}

const STORAGE_PREFIX = 'lading-quotes-';

export function storeQuoteRequest(group: string, asked: StoredQuoteRequest): void {
  sessionStorage.setItem(STORAGE_PREFIX + group, JSON.stringify(asked));
}

export function readQuoteRequest(group: string | undefined): StoredQuoteRequest | undefined {
  const text = group && sessionStorage.getItem(STORAGE_PREFIX + group);
  return text ? (JSON.parse(text) as StoredQuoteRequest) : undefined;
}
