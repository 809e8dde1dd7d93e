import { ApiSchema } from '@nestjs/swagger';
import { AnyOf, IdFilter, TextFilter } from '../../platform/http/contract/filters.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import { QueryId } from '../../platform/http/contract/query-fields.js';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { EDI_DOCUMENT_STATUSES, type EdiDocumentStatus } from './edi-document.entity.js';
import {
  EDI_DIRECTIONS,
  INTERCHANGE_STATUSES,
  type EdiDirection,
  type InterchangeStatus,
} from './edi-interchange.entity.js';

export class ReceiveInterchangeQuery {
  /** The partner that sent the file. */
  @QueryId({ optional: false }) partner_id: number;
}

export class EdiInterchangeListQuery extends ForwardPageQuery {
  /** Only interchanges with this partner. */
  @IdFilter() partner_id?: number;
  /** Only `inbound` or `outbound` interchanges. */
  @AnyOf(EDI_DIRECTIONS) direction?: EdiDirection[];
  /** Only interchanges with one of these statuses. */
  @AnyOf(INTERCHANGE_STATUSES) status?: InterchangeStatus[];
}

export class EdiDocumentListQuery extends ForwardPageQuery {
  /** Only `inbound` or `outbound` documents. */
  @AnyOf(EDI_DIRECTIONS) direction?: EdiDirection[];
  /** Only documents with one of these statuses. */
  @AnyOf(EDI_DOCUMENT_STATUSES) status?: EdiDocumentStatus[];
  /** Only documents of this interchange. */
  @IdFilter() interchange_id?: number;
  /** Only documents of this shipment. */
  @IdFilter() freight_id?: number;
  /** Only documents of this transaction set. */
  @TextFilter() set?: string;
}

@ApiSchema({ description: 'A fault of a rejected document, as its acknowledgment (997) reports it.' })
export class EdiDocumentErrorDto {
  /** Id of the segment, such as `B3`. Null for a fault of the whole set. */
  segment: string | null;
  /** Number of the segment in the set; ST is 1. Null for a fault of the whole set. */
  @Int() position: number | null;
  /** Number of the element in the segment. Null for a fault of the whole segment. */
  @Int() element: number | null;
  /** X12 code of the fault: element 718 for a set, 720 for a segment, 723 for an element. */
  code: string;
  /** The fault in words. */
  message: string;
}

@ApiSchema({ description: 'One transaction set of an inbound interchange, or a tender of an outbound one.' })
export class EdiDocumentDto {
  /** Always `edi_document`. */
  @Kind('edi_document') object: 'edi_document';
  /** The document's id. */
  @Int() id: number;
  /** Id of the interchange that contains the document. */
  @Int() interchange_id: number;
  /** `inbound`: from the partner. `outbound`: for the partner. */
  @OneOf(EDI_DIRECTIONS) direction: EdiDirection;
  /** Transaction set: `210`, `214`, `990` or `997` inbound, `204` or `211` outbound. */
  set: string;
  /** Control number of the set (ST02). */
  control_number: string;
  /**
   * Inbound: `accepted`: applied. `rejected`: malformed; the acknowledgment (997) reports the errors. `unmatched`: valid,
   * but not applied; `message` contains the reason, and `replay` tries again. Outbound: `pending` until the partner
   * acknowledges the document with a 997, which makes it `accepted` or `rejected`. `unacknowledged`: the
   * acknowledgment is overdue.
   */
  @OneOf(EDI_DOCUMENT_STATUSES) status: EdiDocumentStatus;
  /** Why the document is unmatched, or a remark about an accepted one. */
  message: string | null;
  /** The PRO number, bill of lading number or shipment id in the document. */
  reference: string | null;
  /** When an outbound document without an acknowledgment becomes `unacknowledged`. Null if no acknowledgment is expected. */
  @Time() acknowledgment_due_at: string | null;
  /** The shipment that the document changed or tenders. */
  @Int() freight_id: number | null;
  /** The bill that the document created, or the existing bill with the same number. */
  @Int() bill_id: number | null;
  /** The faults of a rejected document. */
  errors: EdiDocumentErrorDto[];
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}

@ApiSchema({ description: 'Why an interchange is quarantined.' })
export class EdiInterchangeErrorDto {
  /**
   * Machine-readable code, such as `isa_invalid`, `interchange_truncated`, `sender_mismatch` or
   * `control_number_reused`.
   */
  code: string;
  /** The fault in words. */
  message: string;
  /** Byte offset of the fault in the file. Null if it concerns the whole file. */
  @Int() offset: number | null;
  /** Number of the segment in the file; ISA is 1. Null if the fault concerns the whole file. */
  @Int() segment: number | null;
}

@ApiSchema({ description: 'An inbound file from a trading partner, or an outbound file for it.' })
export class EdiInterchangeDto {
  /** Always `edi_interchange`. */
  @Kind('edi_interchange') object: 'edi_interchange';
  /** The interchange's id. */
  @Int() id: number;
  /** Id of the trading partner. */
  @Int() partner_id: number;
  /** `inbound`: from the partner. `outbound`: for the partner. */
  @OneOf(EDI_DIRECTIONS) direction: EdiDirection;
  /**
   * Inbound: `received` until it is processed; then `processed`, `rejected` (every document is malformed) or `quarantined`
   * (nothing was applied; see `error`). Outbound: `ready`, then `sent` once a key with `edi.write` has read `/raw`.
   */
  @OneOf(INTERCHANGE_STATUSES) status: InterchangeStatus;
  /** ISA13. Null if the file has no readable ISA segment. */
  control_number: string | null;
  /** Size of the file in bytes. */
  @Int() size_bytes: number;
  /** Id of the inbound interchange that this one acknowledges. */
  @Int() acknowledges_id: number | null;
  /** The first 100 documents of an inbound interchange, or the tender of an outbound one. `GET /edi/documents` lists all. */
  documents: EdiDocumentDto[];
  /** Why the interchange is quarantined. Present only in that case. */
  error?: EdiInterchangeErrorDto;
  /** Creation time, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the last change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}
