import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Bill } from '../../bills/bill.entity.js';
import { toBillDto } from '../../bills/bill.mapper.js';
import { billCreated, billUpdated } from '../../bills/bills.events.js';
import { Customer } from '../../customers/customer.entity.js';
import { toCustomerDto } from '../../customers/customer.mapper.js';
import { customerCreated, customerUpdated } from '../../customers/customers.events.js';
import { EdiInterchange } from '../../edi/edi-interchange.entity.js';
import { toEdiInterchangeDto } from '../../edi/edi-interchange.mapper.js';
import { ediReceived, ediRejected, ediUnacknowledged } from '../../edi/edi.events.js';
import { bolGenerated } from '../../freight/bol/bol.events.js';
import { BolService } from '../../freight/bol/bol.service.js';
import { Freight } from '../../freight/record/freight.entity.js';
import { toFreightDto } from '../../freight/record/freight.mapper.js';
import { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.js';
import { buildTestData, webhookTest } from '../../webhooks/webhooks.events.js';
import { SandboxRepositories } from '../sandbox-repositories.js';
import { Simulations } from './simulations.js';

/** Simulates the events that only describe a record and never change it. */
@Injectable()
export class RecordSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: SandboxRepositories,
    private readonly bols: BolService,
  ) {}

  onModuleInit(): void {
    for (const event of [billCreated, billUpdated])
      this.simulations.add(event, {
        find: (tenant, { bill_id: id }) => this.rows.findOrNewest(Bill, tenant, id),
        show: (_tenant, bill) => ({ bill: toBillDto(bill) }),
      });
    for (const event of [customerCreated, customerUpdated])
      this.simulations.add(event, {
        find: (tenant, { customer_id: id }) => this.rows.findOrNewest(Customer, tenant, id),
        show: (_tenant, customer) => ({ customer: toCustomerDto(customer) }),
      });
    this.simulations.add(bolGenerated, {
      find: (tenant, { shipment_id: id }) => this.rows.findOrNewest(Freight, tenant, id),
      show: async (tenant, freight) => ({
        bol: await this.bols.get(tenant, freight.id),
        shipment: toFreightDto(freight),
      }),
    });
    for (const [event, direction] of [
      [ediReceived, 'inbound'],
      [ediRejected, 'inbound'],
      [ediUnacknowledged, 'outbound'],
    ] as const)
      this.simulations.add(event, {
        find: (tenant) => this.rows.findOrNewest(EdiInterchange, tenant, undefined, { direction }),
        show: (_tenant, interchange) => ({ interchange: toEdiInterchangeDto(interchange, []) }),
      });
    this.simulations.add(webhookTest, {
      find: (tenant, { endpoint_id: id }) =>
        this.rows.findOrNewest(WebhookEndpoint, tenant, id, { active: true }),
      show: (_tenant, { id }) => buildTestData(id),
    });
  }
}
