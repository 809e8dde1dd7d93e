import { DocumentTemplate } from 'lading';

/** What `templates/acme-packing-list.hbs` prints. */
export interface PackingList {
  thing: string;
  logo: string;
}

export const PACKING_LIST = new DocumentTemplate<PackingList>('acme-packing-list', 'Packing list');
