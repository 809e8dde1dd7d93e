import { Injectable } from '@nestjs/common';
import { presentBill } from '../bills/bill.presenter.js';
import { BillsRepository } from '../bills/bills.repository.js';
import { presentCustomer } from '../customers/customer.presenter.js';
import { CustomersRepository } from '../customers/customers.repository.js';
import type { EventType } from '../events/event-types.js';
import type { Page, AnyPageQuery } from '../http/list.js';
import { InvoicesRepository } from '../invoices/invoices.repository.js';
import { presentWithLines } from '../invoices/invoice.presenter.js';
import { presentQuote } from '../quotes/quote.presenter.js';
import { QuotesRepository } from '../quotes/quotes.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { testEventData } from '../webhooks/test-event.js';
import { WebhookEndpointsRepository } from '../webhooks/webhook-endpoints.repository.js';
import type { SimulateDto } from './sandbox.dto.js';

type Data = Record<string, unknown>;

interface Source<Row> {
  get(tenant: Tenant, id: number): Promise<Row>;
  page(tenant: Tenant, query: AnyPageQuery): Promise<Page<Row>>;
}

const NEWEST = { limit: 1 } as AnyPageQuery;

/** What simulated events tell of: the object named, or the newest one; null when there is none. */
@Injectable()
export class SimulationSubjects {
  constructor(
    private readonly quotes: QuotesRepository,
    private readonly invoices: InvoicesRepository,
    private readonly customers: CustomersRepository,
    private readonly bills: BillsRepository,
    private readonly endpoints: WebhookEndpointsRepository,
  ) {}

  /** @throws ApiError resource_missing */
  async dataOf(tenant: Tenant, type: EventType, ids: SimulateDto): Promise<Data | null> {
    if (type === 'quote.created') return this.quoteGroup(tenant, ids.quote_id);
    switch (type.split('.')[0]) {
      case 'quote':
        return keyed('quote', await pick(this.quotes, tenant, ids.quote_id), presentQuote);
      case 'customer':
        return keyed('customer', await pick(this.customers, tenant, ids.customer_id), presentCustomer);
      case 'bill':
        return keyed('bill', await pick(this.bills, tenant, ids.bill_id), presentBill);
      case 'invoice':
        return this.invoice(tenant, ids.invoice_id);
      case 'webhook':
        return this.endpoint(tenant, ids.endpoint_id);
      default:
        return null;
    }
  }

  private async quoteGroup(tenant: Tenant, id?: number): Promise<Data | null> {
    const quote = await pick(this.quotes, tenant, id);
    if (!quote) return null;
    const quotes = await this.quotes.listBy(tenant, { groupId: quote.groupId });
    return { quote_group_id: quote.groupId, quotes: quotes.map(presentQuote) };
  }

  /** Of several endpoints the newest that is active. */
  private async endpoint(tenant: Tenant, id?: number): Promise<Data | null> {
    const named = id === undefined ? undefined : await this.endpoints.get(tenant, id);
    const endpoint = named ?? (await this.endpoints.page(tenant, NEWEST, { active: true })).data[0];
    return endpoint ? testEventData(endpoint.id) : null;
  }

  private async invoice(tenant: Tenant, id?: number): Promise<Data | null> {
    const invoice = await pick(this.invoices, tenant, id);
    if (!invoice) return null;
    return { invoice: presentWithLines(invoice, await this.invoices.linesOf(tenant, invoice.id)) };
  }
}

/** The row with the id, or the newest. @throws ApiError resource_missing */
export async function pick<Row>(source: Source<Row>, tenant: Tenant, id?: number): Promise<Row | null> {
  if (id !== undefined) return source.get(tenant, id);
  return (await source.page(tenant, NEWEST)).data[0] ?? null;
}

function keyed<Row>(name: string, row: Row | null, present: (row: Row) => object): Data | null {
  return row && { [name]: present(row) };
}
