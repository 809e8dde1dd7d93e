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
      'Takes the quote and hands the shipment to its carrier. Company, address and phone of both parties and ' +
      '`freight.description` must be set, of hazardous materials an emergency contact, and of third-party terms the ' +
      'payer; city, state and ZIP, and weight and class where the draft says them, must be the quote’s. Waits for the carrier up to a ' +
      'deadline and then answers the state reached; the booking goes on by itself, never twice. ' +
      'With a carrier that has no booking API the shipment becomes `created` and waits for its PRO number; with one that ' +
      'takes tenders by e-mail it becomes `tendered`, and `tender` says what was answered by the link in the mail.',
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
    summary: 'Confirm a booking made by hand',
    description:
      'Gives a `created` shipment the PRO number its carrier assigned, or one that was tendered by e-mail and has none ' +
      'yet. With `pickup_confirmation` the pickup is scheduled too. Confirmed again with another number it is corrected, ' +
      'until the freight is picked up. A number that another shipment of the carrier has is 422 `pro_number_taken`.',
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
      'Voids a shipment that no carrier has picked up yet. A booked pickup is cancelled with the carrier; a carrier ' +
      'that does not answer is told again until it does. The quote can be booked again while it is valid.',
    answer: { one: FreightDto },
    errors: ['resource_missing', 'freight_not_cancellable', 'carrier_refused_cancel'],
  })
  cancel(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<FreightDto> {
    return this.cancelFreight.execute(caller, id);
  }
}
