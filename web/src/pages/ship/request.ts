import type { Schemas } from '@lading/sdk';
import { numberOr } from '../../ui/record';

/** One side, as it is typed or taken from the book. */
export interface Place {
  address_id?: number;
  company: string;
  city: string;
  state: string;
  zip: string;
}

export interface Item {
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

export interface ShipRequest {
  origin: Place;
  destination: Place;
  items: Item[];
  accessorials: string[];
  limited_pickup: string;
  limited_delivery: string;
  ship_date: string;
  declared_value: string;
  customer_id: string;
}

const NOWHERE: Place = { company: '', city: '', state: '', zip: '' };
export const NEW_ITEM: Item = {
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
export const NEW_REQUEST: ShipRequest = {
  origin: NOWHERE,
  destination: NOWHERE,
  items: [NEW_ITEM],
  accessorials: [],
  limited_pickup: '',
  limited_delivery: '',
  ship_date: '',
  declared_value: '',
  customer_id: '',
};

const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)) as T;

/** What is asked of the carriers; what is no number goes as it is, for the service to say so. */
export function quoteBody(of: ShipRequest): Schemas['CreateQuotes'] {
  const limited = given({ pickup: of.limited_pickup, delivery: of.limited_delivery });
  const body = {
    origin: given(of.origin),
    destination: given(of.destination),
    items: of.items.map((item) =>
      given({
        ...item,
        quantity: number(item.quantity),
        weight: number(item.weight),
        length: number(item.length),
        width: number(item.width),
        height: number(item.height),
      }),
    ),
    ...(of.accessorials.length > 0 && {
      accessorials: Object.fromEntries(of.accessorials.map((name) => [name, true])),
    }),
    ...(Object.keys(limited).length > 0 && { limited_access: limited }),
    ...given({
      ship_date: of.ship_date,
      declared_value_cents: of.declared_value && Math.round(Number(of.declared_value) * 100),
      customer_id: number(of.customer_id),
    }),
  };
  return body as Schemas['CreateQuotes'];
}

function number(text: string): number | string {
  return text.trim() === '' ? '' : numberOr(text.trim());
}

/** What was asked for, so that it can be changed and asked again, and the carriers' answers, as long as the tab is open. */
interface Asked {
  request: ShipRequest;
  results: Schemas['CarrierResult'][];
}

const NAME = 'lading-quotes-';

export function remember(group: string, asked: Asked): void {
  sessionStorage.setItem(NAME + group, JSON.stringify(asked));
}

export function recall(group: string | undefined): Asked | undefined {
  const text = group && sessionStorage.getItem(NAME + group);
  return text ? (JSON.parse(text) as Asked) : undefined;
}
