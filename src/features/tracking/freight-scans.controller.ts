import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { ManualScansService } from './manual-scans.service.js';
import { RecordScanDto, TrackingDto } from './tracking.dto.js';

@ApiTags('Freight')
@Controller('freight/:id/scans')
export class FreightScansController {
  constructor(private readonly manualScans: ManualScansService) {}

  @Post()
  @Operation({
    id: 'recordScan',
    summary: 'Record a scan',
    description:
      'Records a pickup, a delivery or another scan that the carrier does not report through its API. The shipment ' +
      'must have a PRO number. The scan has the same effects as a scan from the carrier: it updates the status of ' +
      'the shipment and publishes the event. A delivery also opens the invoice. A late or repeated scan never moves ' +
      'the status back. Returns the tracking of the shipment.',
    answer: { one: TrackingDto },
    errors: [
      'conflicting_values',
      'date_out_of_range',
      'resource_missing',
      'freight_not_scannable',
      'freight_not_cancellable',
    ],
  })
  record(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: RecordScanDto,
  ): Promise<TrackingDto> {
    return this.manualScans.record(caller, id, body);
  }
}
