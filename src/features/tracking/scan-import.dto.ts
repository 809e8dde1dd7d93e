import { ApiSchema } from '@nestjs/swagger';
import { Id, Text } from '../../platform/http/contract/fields.js';
import { ImportResultDto } from '../../platform/http/contract/import.dto.js';
import { Int } from '../../platform/http/contract/response-fields.js';
import { RecordScanDto } from './tracking.dto.js';

/** A row of the file: a scan and at least one number of its shipment. */
export class ScanRowDto extends RecordScanDto {
  @Id({ optional: true }) freight_id?: number;
  @Text({ optional: true, min: 1, max: 50 }) pro_number?: string;
  @Text({ optional: true, min: 1, max: 50 }) bol_number?: string;
}

@ApiSchema({ description: 'A fault in a row of a file.' })
export class ImportRowErrorDto {
  /** Row of the file; the header is row 1. */
  @Int() row: number;
  /** Column of the fault; null if it concerns the whole row. */
  column: string | null;
  /** Error code, as in the error catalog. */
  code: string;
  /** Explanation of the fault. */
  message: string;
}

@ApiSchema({ description: 'The result of an import of scans.' })
export class ScanImportDto extends ImportResultDto {
  /** Rows that were rejected. */
  @Int() failed: number;
  /** Faults of the rejected rows, in the order of the file. A row may have several. */
  errors: ImportRowErrorDto[];
}
