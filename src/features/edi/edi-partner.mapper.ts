import { toColumns, toDto } from '../../platform/http/contract/case-mapper.js';
import type { NewRow, PlainChanges } from '../../platform/tenancy/owned.repository.js';
import { INBOUND_SETS, OUTBOUND_SETS, type EdiPartner } from './edi-partner.entity.js';
import { EdiPartnerDto, type CreateEdiPartnerDto, type UpdateEdiPartnerDto } from './edi-partners.dto.js';

export function toEdiPartnerDto(partner: EdiPartner): EdiPartnerDto {
  return toDto(EdiPartnerDto, partner, { object: 'edi_partner', transport: { type: partner.transport } });
}

export function toEdiPartnerRow({ transport, ...fields }: CreateEdiPartnerDto): NewRow<EdiPartner> {
  return {
    ...toColumns(fields),
    gsId: fields.gs_id ?? fields.isa_id,
    ownGsId: fields.own_gs_id ?? fields.own_isa_id,
    version: fields.version ?? '004010',
    usage: fields.usage ?? 'P',
    inbound: fields.inbound ?? [...INBOUND_SETS],
    outbound: fields.outbound ?? [...OUTBOUND_SETS],
    acknowledgmentHours: fields.acknowledgment_hours === undefined ? 24 : fields.acknowledgment_hours,
    transport: transport?.type ?? 'http',
  };
}

export function toEdiPartnerChanges({
  transport,
  ...fields
}: UpdateEdiPartnerDto): PlainChanges<EdiPartner, 'lastControlNumber'> {
  return { ...toColumns(fields), ...(transport && { transport: transport.type }) };
}
