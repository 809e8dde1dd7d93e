import type { INestApplicationContext, Type } from '@nestjs/common';
import { CreateAddressDto } from '../../features/addresses/addresses.dto.js';
import { AddressesService } from '../../features/addresses/addresses.service.js';
import { CreateBillDto } from '../../features/bills/bills.dto.js';
import { BillsService } from '../../features/bills/bills.service.js';
import { CreateCustomerDto } from '../../features/customers/customers.dto.js';
import { CustomersService } from '../../features/customers/customers.service.js';
import { Transactions } from '../../platform/database/transactions.js';
import { BookFreightCommand } from '../../features/freight/booking/book-freight.command.js';
import { BookFreightDto } from '../../features/freight/booking/booking.dto.js';
import { ChangePickupCommand } from '../../features/freight/booking/change-pickup.command.js';
import { FreightDocumentsService } from '../../features/freight/documents/freight-documents.service.js';
import {
  CreateFreightDto,
  UpdateFreightDto,
  type FreightDto,
} from '../../features/freight/record/freight.dto.js';
import { FreightService } from '../../features/freight/record/freight.service.js';
import { ChangePickupDto } from '../../features/freight/record/pickup.dto.js';
import { DtoValidationPipe } from '../../platform/http/pipeline/dto-validation.pipe.js';
import { ApiKeysService } from '../../platform/auth/api-keys.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import { InvoiceListQuery } from '../../features/invoices/invoices.dto.js';
import { InvoicesService } from '../../features/invoices/invoices.service.js';
import { CreateProductDto } from '../../features/products/products.dto.js';
import { CreateInvitationDto } from '../../features/members/invitations.dto.js';
import { InvitationsService } from '../../features/members/invitations.service.js';
import { MembersService } from '../../features/members/members.service.js';
import { ProductsService } from '../../features/products/products.service.js';
import { CreateQuotesDto, type QuoteDto } from '../../features/quotes/quotes.dto.js';
import { QuotesService } from '../../features/quotes/quotes.service.js';
import { SimulateDto } from '../../features/sandbox/sandbox.dto.js';
import { SimulationService } from '../../features/sandbox/simulation.service.js';
import { ShareTrackingDto } from '../../features/tracking-pages/tracking-pages.dto.js';
import { TrackingLinksService } from '../../features/tracking-pages/tracking-links.service.js';
import { CreateTariffDto } from '../../features/tariffs/tariffs.dto.js';
import { TariffsService } from '../../features/tariffs/tariffs.service.js';
import { StartTrackingDto } from '../../features/tracking/tracking.dto.js';
import { TrackedShipmentsService } from '../../features/tracking/tracked-shipments.service.js';
import { withSequentialIds } from '../../domain/ids.js';
import { DeliveriesService } from '../../features/webhooks/deliveries.service.js';
import { CreateWebhookDto } from '../../features/webhooks/webhooks.dto.js';
import { WebhooksService } from '../../features/webhooks/webhooks.service.js';
import * as acme from './demo-data.js';

const pipe = new DtoValidationPipe();

/** Validates a body like that of a request. */
function validateBody<T>(metatype: Type<T>, fields: object): Promise<T> {
  return pipe.transform(fields, { type: 'body', metatype }) as Promise<T>;
}

/**
 * Fills the test mode of a new organization with the data that the examples of the OpenAPI document refer to, so that
 * they can be sent as they are. Follows the order of test/support/example-scenario.ts. Runs in one transaction and
 * pauses the endpoint before the commit, so it sends nothing.
 */
export function seedDemoData(app: INestApplicationContext, organizationId: number): Promise<void> {
  return app.get(Transactions).run(async () => {
    const keys = await app.get(ApiKeysService).list(organizationId);
    const { id: keyId, prefix: keyPrefix } = keys.find(({ mode }) => mode === 'test')!;
    const key = { keyId, keyPrefix, fingerprint: '', scopes: null, allowedCidrs: null, ends: false };
    const caller: Caller = { organizationId, mode: 'test', ...key };
    return withSequentialIds(async () => new DemoSeeder(app, caller).seed());
  });
}

class DemoSeeder {
  constructor(
    private readonly app: INestApplicationContext,
    private readonly caller: Caller,
  ) {}

  async seed(): Promise<void> {
    const { app, caller } = this;
    const customer = await this.create(CustomersService, CreateCustomerDto, acme.CUSTOMER);
    await this.createPausedEndpoint();
    // A key for the examples of the key endpoints; its secret is discarded.
    await app.get(ApiKeysService).create(caller.organizationId, caller.mode, { ...acme.KEY, by: caller });
    await app.get(MembersService).add(caller, acme.MEMBER);
    await this.create(InvitationsService, CreateInvitationDto, acme.INVITATION);
    await this.create(AddressesService, CreateAddressDto, acme.ADDRESS);
    await this.create(ProductsService, CreateProductDto, acme.PRODUCT);

    const request = { ...acme.RATE_REQUEST, customer_id: customer.id };
    const { data } = await this.create(QuotesService, CreateQuotesDto, request);
    const [cheapest, second, third, fourth, fifth] = data;

    await this.createBills(await this.shipAndDeliver(cheapest!), cheapest!);
    await this.createDraft(second!);
    await this.bookDraft(await this.createDraft(third!));
    await this.deliverUnpaid(fourth!);
    await this.createDraft(fifth!);

    await app
      .get(TrackedShipmentsService)
      .start(caller, await validateBody(StartTrackingDto, acme.TRACKED_NUMBER));
    await this.create(TariffsService, CreateTariffDto, acme.TARIFF);
  }

  private async create<Body, Created>(
    service: Type<{ create(caller: Caller, body: Body): Promise<Created> }>,
    dto: Type<Body>,
    fields: object,
  ): Promise<Created> {
    return this.app.get(service).create(this.caller, await validateBody(dto, fields));
  }

  /** The endpoint's one delivery waits until the endpoint is activated. */
  private async createPausedEndpoint(): Promise<void> {
    const { id } = await this.create(WebhooksService, CreateWebhookDto, acme.WEBHOOK);
    await this.app.get(DeliveriesService).test(this.caller, id);
    await this.app.get(WebhooksService).update(this.caller, id, { active: false });
  }

  private async shipAndDeliver(quote: QuoteDto): Promise<FreightDto> {
    const { app, caller } = this;
    const draft = await this.createDraft(quote);
    await this.updateInstructions(draft);
    const booked = await this.bookDraft(draft);
    await app
      .get(ChangePickupCommand)
      .execute(caller, draft.id, await validateBody(ChangePickupDto, { ready_time: '10:00' }));
    await this.simulate('shipment.in_transit', { shipment_id: draft.id });
    await this.simulate('shipment.delivered', { shipment_id: draft.id });
    await app.get(FreightDocumentsService).add(caller, draft.id, 'pod', acme.PIXEL);
    await app
      .get(TrackingLinksService)
      .share(caller, draft.id, await validateBody(ShareTrackingDto, acme.TRACKING_LINK));
    return booked;
  }

  private async deliverUnpaid(quote: QuoteDto): Promise<void> {
    const draft = await this.createDraft(quote);
    await this.updateInstructions(draft);
    await this.bookDraft(draft);
    await this.simulate('shipment.delivered', { shipment_id: draft.id });
    const query = Object.assign(new InvoiceListQuery(), { freight_id: draft.id });
    const [invoice] = (await this.app.get(InvoicesService).list(this.caller, query)).data;
    await this.simulate('invoice.overdue', { invoice_id: invoice!.id });
  }

  private async createBills(
    { carrier, pro_number, created_at }: FreightDto,
    { charges }: QuoteDto,
  ): Promise<void> {
    const day = created_at.slice(0, 10);
    const matching = acme.buildBill(carrier.scac, pro_number!, day, charges);
    await this.create(BillsService, CreateBillDto, matching);
    await this.create(BillsService, CreateBillDto, acme.buildUnmatchedBill(carrier.scac, day));
  }

  private async createDraft({ id }: QuoteDto): Promise<FreightDto> {
    return this.create(FreightService, CreateFreightDto, { quote_id: id, ...acme.DRAFT });
  }

  private async updateInstructions({ id }: FreightDto): Promise<void> {
    const fields = await validateBody(UpdateFreightDto, { special_instructions: 'Gate code 456, dock 4' });
    await this.app.get(FreightService).update(this.caller, id, fields);
  }

  private async bookDraft({ id }: FreightDto): Promise<FreightDto> {
    const options = await validateBody(BookFreightDto, { pickup: acme.PICKUP });
    return this.app.get(BookFreightCommand).execute(this.caller, id, options);
  }

  private async simulate(eventType: string, fields: Record<string, unknown>): Promise<void> {
    const request = await validateBody(SimulateDto, fields);
    const simulation = { eventType, request, body: { ...fields }, apply: true };
    await this.app.get(SimulationService).simulate(this.caller, simulation);
  }
}
