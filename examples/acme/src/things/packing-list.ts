import { DocumentTemplate } from 'lading';

/** The data of `templates/acme-packing-list.hbs`. */
export interface PackingList {
  thing: string;
  logo: string;
}

export const PACKING_LIST = new DocumentTemplate<PackingList>('acme-packing-list', 'Packing list');
