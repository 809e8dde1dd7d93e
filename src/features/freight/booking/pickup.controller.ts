import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ManagesOwnTransaction, OptionalBody } from '../../../platform/http/contract/handler-options.js';
import { Operation } from '../../../platform/http/contract/operation.js';
import { PathId } from '../../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../../platform/auth/caller.js';
import { FreightDto } from '../record/freight.dto.js';
import { ChangePickupDto } from '../record/pickup.dto.js';
import { ChangePickupCommand } from './change-pickup.command.js';

@ApiTags('Freight')
@Controller('freight')
export class PickupController {
  constructor(private readonly changePickup: ChangePickupCommand) {}

  @Post(':id/pickup')
  @OptionalBody()
  @ManagesOwnTransaction()
  @Operation({
    id: 'changePickup',
    summary: 'Change a pickup',
    description:
      'Requests a different pickup day or time for a booked shipment, or a new pickup after one that was canceled or ' +
      'missed. Omitted fields keep their values. The service retries until the carrier responds. Until then the ' +
      'pickup is `requested`.',
    answer: { one: FreightDto },
    errors: [
      'conflicting_values',
      'date_out_of_range',
      'resource_missing',
      'missing_parameter',
      'pickup_not_changeable',
      'pickup_cutoff_passed',
      'quote_expires_before_pickup',
      'pickup_changes_price',
      'carrier_refused_pickup',
    ],
  })
  change(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: ChangePickupDto,
  ): Promise<FreightDto> {
    return this.changePickup.execute(caller, id, body);
  }

  @Delete(':id/pickup')
  @Operation({
    id: 'cancelPickup',
    summary: 'Cancel a pickup',
    description:
      'Cancels the pickup and keeps the booking with its PRO number and price. You can request another pickup later. The ' +
      'service retries until the carrier responds.',
    answer: { one: FreightDto },
    errors: ['resource_missing', 'pickup_not_changeable', 'pickup_cutoff_passed', 'carrier_refused_pickup'],
  })
  cancel(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<FreightDto> {
    return this.changePickup.execute(caller, id, null);
  }
}
