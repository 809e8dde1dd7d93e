import type { Schemas } from '@lading/sdk';
import { toChoices } from '../../../ui/choices';
import type { FormField } from '../../../ui/form-values';
import { formatSet } from '../api/edi';

type Partner = Schemas['EdiPartner'];

const INBOUND_SETS = toChoices<Partner['inbound'][number]>(['210', '214', '990'], formatSet);
const OUTBOUND_SETS = toChoices<Partner['outbound'][number]>(['997'], formatSet);
export const EDI_USAGES = toChoices<Partner['usage']>(
  ['T', 'P'],
  (usage) => ({ T: 'Test', P: 'Production' })[usage],
);
const EDI_VERSIONS = toChoices<Partner['version']>(['004010', '005010'], (version) => version);

export const PARTNER_FIELDS: FormField[] = [
  { name: 'name', label: 'Name', required: true, width: 4 },
  { name: 'scac', label: 'Carrier (SCAC)', required: true, width: 2 },
  { name: 'isa_qualifier', label: 'ISA05 qualifier', required: true, width: 2 },
  { name: 'isa_id', label: 'ISA06 partner ID', required: true, width: 2 },
  { name: 'gs_id', label: 'GS02 partner ID', hint: 'Defaults to ISA06', width: 2 },
  { name: 'own_isa_qualifier', label: 'ISA07 qualifier', required: true, width: 2 },
  { name: 'own_isa_id', label: 'ISA08 your ID', required: true, width: 2 },
  { name: 'own_gs_id', label: 'GS03 your ID', hint: 'Defaults to ISA08', width: 2 },
  {
    name: 'usage',
    label: 'ISA15 usage',
    kind: 'choice',
    choices: EDI_USAGES,
    required: true,
    hint: 'Lading quarantines files with the other indicator',
    width: 3,
  },
  {
    name: 'version',
    label: 'X12 version for the partner',
    kind: 'choice',
    choices: EDI_VERSIONS,
    required: true,
    width: 3,
  },
  { name: 'inbound', label: 'From the partner', kind: 'choices', choices: INBOUND_SETS, width: 3 },
  { name: 'outbound', label: 'To the partner', kind: 'choices', choices: OUTBOUND_SETS, width: 3 },
];

/** The initial values of a new partner. */
export const NEW_PARTNER: Partial<Partner> = {
  usage: 'P',
  version: '004010',
  inbound: ['210', '214', '990'],
  outbound: ['997'],
};
