import { ApiSchema } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { Choice, Nested, Text, Whole } from '../../platform/http/contract/fields.js';
import { ScacFilter } from '../../platform/http/contract/filters.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import { RejectUnknownFields } from '../../platform/http/contract/reject-unknown-fields.js';
import { Int, Kind, OneOf, SomeOf, Time } from '../../platform/http/contract/response-fields.js';
import { Choices } from '../../platform/http/contract/value-lists.js';
import { Scac } from '../tariffs/tariff-fields.js';
import {
  EDI_TRANSPORTS,
  EDI_USAGES,
  EDI_VERSIONS,
  INBOUND_SETS,
  OUTBOUND_SETS,
  type EdiTransport,
  type EdiUsage,
  type EdiVersion,
  type InboundSet,
  type OutboundSet,
} from './edi-partner.entity.js';

interface CodeOptions {
  max: number;
  example: string;
  optional?: boolean;
}

/** Text that matches a pattern, which the document shows. */
function Code(pattern: string, meaning: string, options: CodeOptions): PropertyDecorator {
  return applyDecorators(
    Text({ ...options, min: 1, says: { pattern } }),
    Matches(new RegExp(pattern), { message: `$property must be ${meaning}` }),
  );
}

const Qualifier = (options: Partial<CodeOptions> = {}) =>
  Code('^[A-Z0-9]{2}$', 'two capital letters or digits, such as 02 or ZZ', {
    max: 2,
    example: 'ZZ',
    ...options,
  });
/** An id without delimiters. ISA06 is padded, so blanks at the ends do not count. */
const Identifier = (options: Partial<CodeOptions> = {}) =>
  Code('^[A-Za-z0-9]([A-Za-z0-9 ._-]{0,13}[A-Za-z0-9])?$', 'letters and digits, at most 15 characters', {
    max: 15,
    example: 'OLDMILL',
    ...options,
  });

@RejectUnknownFields()
@ApiSchema({ description: 'How the partner and the service exchange files.' })
export class EdiTransportDto {
  /** `http`: the partner or its network uses `POST` and `GET /edi/interchanges`. */
  @Choice(EDI_TRANSPORTS) type: EdiTransport;
}

class EdiPartnerFieldsDto {
  /** GS02 of the partner's files. Default: `isa_id`. */
  @Identifier({ optional: true }) gs_id?: string;
  /** GS03 of the partner's files. Default: `own_isa_id`. */
  @Identifier({ optional: true, example: 'ACMEMFG' }) own_gs_id?: string;
  /** X12 version of outbound documents. Default: `004010`. Inbound documents can have any version. */
  @Choice(EDI_VERSIONS, { optional: true }) version?: EdiVersion;
  /** ISA15: `T` for test, `P` for production. A file with the other indicator is quarantined. Default: `P`. */
  @Choice(EDI_USAGES, { optional: true }) usage?: EdiUsage;
  /** The transaction sets that the partner sends, besides acknowledgments (997). All other sets are rejected. Default: all. */
  @Choices(INBOUND_SETS, { optional: true }) inbound?: InboundSet[];
  /**
   * The transaction sets that the service creates for the partner. Default: `["997"]`, the acknowledgment of each file.
   */
  @Choices(OUTBOUND_SETS, { optional: true }) outbound?: OutboundSet[];
  /**
   * Hours that the partner has to acknowledge a document with a 997. After that, the document is `unacknowledged`. Null: the
   * partner does not acknowledge documents. Default: 24.
   */
  @Whole(1, 720, { optional: true, nullable: true, example: 24 }) acknowledgment_hours?: number | null;
  /** How the partner and the service exchange files. Default: `http`. */
  @Nested(EdiTransportDto, { optional: true }) transport?: EdiTransportDto;
}

@RejectUnknownFields()
@ApiSchema({ description: 'The trading partner to create.' })
export class CreateEdiPartnerDto extends EdiPartnerFieldsDto {
  /** Name of the partner. */
  @Text({ example: 'Old Mill Freight' }) name: string;
  /** SCAC of the partner. Its documents can change only shipments of this carrier. */
  @Scac({ example: 'SIM1' }) scac: string;
  /** ISA05 of the partner's files. */
  @Qualifier() isa_qualifier: string;
  /** ISA06 of the partner's files: the partner's id. */
  @Identifier() isa_id: string;
  /** ISA07 of the partner's files: the qualifier of your id. */
  @Qualifier() own_isa_qualifier: string;
  /** ISA08 of the partner's files: your id. */
  @Identifier({ example: 'ACMEMFG' }) own_isa_id: string;
}

@RejectUnknownFields(() => EdiPartnerDto)
@ApiSchema({ description: 'The fields to change. A field that you leave out keeps its value.' })
export class UpdateEdiPartnerDto extends EdiPartnerFieldsDto {
  /** Name of the partner. */
  @Text({ optional: true, min: 1, example: 'Old Mill Freight' }) name?: string;
  /** SCAC of the partner. */
  @Scac({ optional: true }) scac?: string;
  /** ISA05 of the partner's files. */
  @Qualifier({ optional: true }) isa_qualifier?: string;
  /** ISA06 of the partner's files: the partner's id. */
  @Identifier({ optional: true }) isa_id?: string;
  /** ISA07 of the partner's files: the qualifier of your id. */
  @Qualifier({ optional: true }) own_isa_qualifier?: string;
  /** ISA08 of the partner's files: your id. */
  @Identifier({ optional: true, example: 'ACMEMFG' }) own_isa_id?: string;
}

export class EdiPartnerListQuery extends ForwardPageQuery {
  /** Only the partners of this carrier. */
  @ScacFilter() scac?: string;
}

@ApiSchema({ description: 'How the partner and the service exchange files.' })
export class EdiTransportAnswerDto {
  /** Always `http`. */
  @OneOf(EDI_TRANSPORTS) type: EdiTransport;
}

@ApiSchema({ description: 'A carrier that trades EDI documents (X12) with the organization.' })
export class EdiPartnerDto {
  /** Always `edi_partner`. */
  @Kind('edi_partner') object: 'edi_partner';
  /** The partner's id. */
  @Int() id: number;
  /** Name of the partner. */
  name: string;
  /** SCAC of the partner. */
  scac: string;
  /** ISA05 of the partner's files. */
  isa_qualifier: string;
  /** ISA06 of the partner's files: the partner's id. */
  isa_id: string;
  /** GS02 of the partner's files. */
  gs_id: string;
  /** ISA07 of the partner's files: the qualifier of your id. */
  own_isa_qualifier: string;
  /** ISA08 of the partner's files: your id. */
  own_isa_id: string;
  /** GS03 of the partner's files. */
  own_gs_id: string;
  /** X12 version of outbound documents. */
  @OneOf(EDI_VERSIONS) version: EdiVersion;
  /** ISA15: `T` for test, `P` for production. */
  @OneOf(EDI_USAGES) usage: EdiUsage;
  /** The transaction sets that the partner sends. */
  @SomeOf(INBOUND_SETS) inbound: InboundSet[];
  /** The transaction sets that the service creates for the partner. */
  @SomeOf(OUTBOUND_SETS) outbound: OutboundSet[];
  /** Hours that the partner has to acknowledge a document with a 997. Null: the partner does not acknowledge documents. */
  @Int() acknowledgment_hours: number | null;
  /** How the partner and the service exchange files. */
  transport: EdiTransportAnswerDto;
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}

@ApiSchema({ description: 'The deleted trading partner.' })
export class DeletedEdiPartnerDto {
  /** Always `edi_partner`. */
  @Kind('edi_partner') object: 'edi_partner';
  /** The partner's id. */
  @Int() id: number;
  /** Always true. */
  deleted: boolean;
}
