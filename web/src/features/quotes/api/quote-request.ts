import type { Schemas } from '@lading/sdk';
import { parseCents, toNumberOrText } from '../../../ui/form-values';

/** The origin or destination: a saved address, or the text of the fields. */
export interface QuotePlace {
  address_id?: number;
  company: string;
  city: string;
  state: string;
  zip: string;
  country: string;
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

/** The values of the quote form. */
export interface QuoteRequest {
  origin: QuotePlace;
  destination: QuotePlace;
  items: QuoteItem[];
  /** Absent in requests stored by older versions. */
  weight_unit?: string;
  dimension_unit?: string;
  accessorials: string[];
  limited_pickup: string;
  limited_delivery: string;
  ship_date: string;
  declared_value: string;
  customer_id: string;
}

const EMPTY_PLACE: QuotePlace = { company: '', city: '', state: '', zip: '', country: 'US' };
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
  weight_unit: 'lb',
  dimension_unit: 'in',
  accessorials: [],
  limited_pickup: '',
  limited_delivery: '',
  ship_date: '',
  declared_value: '',
  customer_id: '',
};

const omitEmpty = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)) as T;

/** Builds the API request. Text that should be a number stays text, and the service names its field in the error. */
export function buildQuoteBody(request: QuoteRequest): Schemas['CreateQuotes'] {
  const limitedAccess = omitEmpty({ pickup: request.limited_pickup, delivery: request.limited_delivery });
  const body = {
    origin: omitEmpty(request.origin),
    destination: omitEmpty(request.destination),
    items: request.items.map((item) =>
      omitEmpty({
        ...item,
        quantity: toNumberOrBlank(item.quantity),
        weight: toNumberOrBlank(item.weight),
        length: toNumberOrBlank(item.length),
        width: toNumberOrBlank(item.width),
        height: toNumberOrBlank(item.height),
      }),
    ),
    ...omitEmpty({ weight_unit: request.weight_unit, dimension_unit: request.dimension_unit }),
    ...(request.accessorials.length > 0 && {
      accessorials: Object.fromEntries(request.accessorials.map((name) => [name, true])),
    }),
    ...(Object.keys(limitedAccess).length > 0 && { limited_access: limitedAccess }),
    ...omitEmpty({
      ship_date: request.ship_date,
      declared_value_cents: request.declared_value && parseCents(request.declared_value),
      customer_id: toNumberOrBlank(request.customer_id),
    }),
  };
  return body as Schemas['CreateQuotes'];
}

function toNumberOrBlank(text: string): number | string {
  return text.trim() === '' ? '' : toNumberOrText(text.trim());
}

/** A request and the carriers' results, stored so that the request can be edited and the declines shown. */
interface StoredQuoteRequest {
  request: QuoteRequest;
  results: Schemas['CarrierResult'][];
}

const STORAGE_PREFIX = 'lading-quotes-';

/** Stores the request of a quote group until the tab closes. */
export function storeQuoteRequest(group: string, stored: StoredQuoteRequest): void {
  sessionStorage.setItem(STORAGE_PREFIX + group, JSON.stringify(stored));
}

export function readQuoteRequest(group: string | undefined): StoredQuoteRequest | undefined {
  const text = group && sessionStorage.getItem(STORAGE_PREFIX + group);
  return text ? (JSON.parse(text) as StoredQuoteRequest) : undefined;
}
