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
      'Books the quote and tenders the shipment to its carrier. Required: company, address and phone of both ' +
      'parties, `freight.description`, an emergency contact for hazardous materials, and the payer if the terms are ' +
      'third-party. City, state and ZIP must match the quote. Weight and class must also match, if the draft has ' +
      'them. The request waits for the carrier until a deadline and returns the current state. After the deadline, ' +
      'the booking continues in the background. Lading never books twice. If the carrier has no booking API, the ' +
      'shipment becomes `created` until you confirm its PRO number. If the carrier accepts tenders by email, the ' +
      'shipment becomes `tendered`, and `tender` contains the carrier’s response. If the carrier is connected by EDI, ' +
      'the shipment becomes `tendered`, and the carrier fetches a 204 or 211. If a mailbox has already received ' +
      'MAIL_DAILY_LIMIT tenders in the last 24 hours, the request returns 429 `quota_exceeded` and stores nothing.',
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
      'pickup_changes_price',
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
      'Sets the PRO number that the carrier assigned. The shipment must be `created`, have an open email or EDI tender, or ' +
      'have the `booking.state` `unsure`. With `pickup_confirmation`, the shipment becomes `scheduled` and its ' +
      'pickup `confirmed`. To correct the number, confirm again before the pickup. If another shipment of the ' +
      'carrier has the PRO number, the request returns 422 `pro_number_taken`.',
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
      'Voids a shipment that has not been picked up yet. If the shipment is booked, the service cancels it with the ' +
      'carrier and retries until the carrier responds. To withdraw a tender by EDI, the service writes a document. You can book the quote again while it is valid.',
    answer: { one: FreightDto },
    errors: ['resource_missing', 'freight_not_cancellable', 'carrier_refused_cancel'],
  })
  cancel(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<FreightDto> {
    return this.cancelFreight.execute(caller, id);
  }
}
