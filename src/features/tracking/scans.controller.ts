import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { Scope } from '../../platform/auth/scopes.js';
import { CSV_UPLOAD } from '../../platform/http/contract/csv-file.js';
import { ManagesOwnTransaction } from '../../platform/http/contract/handler-options.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { RequestSignal } from '../../platform/http/contract/request-signal.js';
import { RawBody } from '../../platform/http/pipeline/raw-body.js';
import { ScanImportDto } from './scan-import.dto.js';
import { ScanImportService } from './scan-import.service.js';

@ApiTags('Freight')
@Controller('scans')
export class ScansController {
  constructor(private readonly imports: ScanImportService) {}

  @Post('import')
  @Scope('freight.write')
  @ManagesOwnTransaction()
  @RawBody(CSV_UPLOAD)
  @Operation({
    id: 'importScans',
    summary: 'Import scans',
    description:
      'Records the scans of a CSV file (UTF-8, at most 10,000 rows and 8 MiB). The columns are `freight_id`, `pro_number`, ' +
      '`bol_number` and the fields of `POST /freight/{id}/scans`. Each row needs `status`, `occurred_at` and one number of the shipment. ' +
      'Records the scans in the order of their times. Stores the valid rows and reports the others in `errors`. ' +
      'A scan that is already stored counts as `unchanged`, so you can send a file again.',
    answer: { one: ScanImportDto },
    errors: ['invalid_file'],
  })
  import(
    @CurrentCaller() caller: Caller,
    @Body() bytes: Buffer,
    @RequestSignal() signal: AbortSignal,
  ): Promise<ScanImportDto> {
    return this.imports.run(caller, bytes, signal);
  }
}
