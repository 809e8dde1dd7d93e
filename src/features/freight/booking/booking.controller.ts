import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ManagesOwnTransaction,
  AllowOverWriteQuota,
  OptionalBody,
} from '../../../platform/http/contract/handler-options.js';
import { Operation } from '../../../platform/http/contract/operation.js';
import { PathId } from '../../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../../platform/auth/caller.js';
import { FreightDto } from '../record/freight.dto.js';
import { BookFreightCommand } from './book-freight.command.js';
import { BookFreightDto, ConfirmFreightDto } from './booking.dto.js';
import { CancelFreightCommand } from './cancel-freight.command.js';
import { ConfirmFreightCommand } from './confirm-freight.command.js';

@ApiTags('Freight')
@Controller(['freight', 'shipments'])
export class BookingController {
  constructor(
    private readonly bookFreight: BookFreightCommand,
    private readonly confirmFreight: ConfirmFreightCommand,
    private readonly cancelFreight: CancelFreightCommand,
  ) {}

  @Post(':id/book')
  @OptionalBody()
  @ManagesOwnTransaction()
  @Operation({
    id: 'bookFreight',
    summary: 'Book a draft',
    description:
      'Books the quote and tenders the shipment to its carrier. Required: company, address and phone of both parties, ' +
      '`freight.description`, an emergency contact for hazardous materials, and the payer for third-party terms. City, ' +
      'state and ZIP must match the quote, and so must weight and class if the draft has them. The request waits for the ' +
      'carrier up to a deadline and returns the state reached; the booking then continues in the background and is never ' +
      'made twice. If the carrier has no booking API, the shipment becomes `created` until you confirm its PRO number. If ' +
      'the carrier takes tenders by e-mail, the shipment becomes `tendered`, and `tender` has the answer.',
    answer: { one: FreightDto },
    errors: [
      'conflicting_values',
      'date_out_of_range',
      'resource_missing',
      'freight_not_draft',
      'quote_expired',
      'quote_already_booked',
      'booking_incomplete',
      'address_differs_from_quote',
      'freight_differs_from_quote',
      'quote_expires_before_pickup',
      'carrier_declined',
      'carrier_not_connected',
    ],
  })
  book(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: BookFreightDto,
  ): Promise<FreightDto> {
    return this.bookFreight.execute(caller, id, body);
  }

  @Post(':id/confirm')
  @Operation({
    id: 'confirmFreight',
    summary: 'Confirm a manual booking',
    description:
      'Sets the PRO number that the carrier assigned to a `created` shipment, or to one that was tendered by e-mail and ' +
      'has no number yet. With `pickup_confirmation` the pickup is scheduled too. Until the pickup you can confirm again ' +
      'to correct the number. A PRO number of another shipment of the carrier returns 422 `pro_number_taken`.',
    answer: { one: FreightDto },
    errors: ['conflicting_values', 'resource_missing', 'freight_not_confirmable', 'pro_number_taken'],
  })
  confirm(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: ConfirmFreightDto,
  ): Promise<FreightDto> {
    return this.confirmFreight.execute(caller, id, body);
  }

  @Post(':id/cancel')
  @ManagesOwnTransaction()
  @AllowOverWriteQuota()
  @Operation({
    id: 'cancelFreight',
    summary: 'Cancel a shipment',
    description:
      'Voids a shipment that no carrier has picked up yet. A booked shipment is canceled with the carrier; the service ' +
      'retries until the carrier answers. The quote can be booked again while it is valid.',
    answer: { one: FreightDto },
    errors: ['resource_missing', 'freight_not_cancellable', 'carrier_refused_cancel'],
  })
  cancel(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<FreightDto> {
    return this.cancelFreight.execute(caller, id);
  }
}
