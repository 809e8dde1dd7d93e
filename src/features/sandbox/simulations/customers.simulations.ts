import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Customer } from '../../customers/customer.entity.js';
import { presentCustomer } from '../../customers/customer.presenter.js';
import { customerCreated, customerUpdated } from '../../customers/customers.events.js';
import { TestRows } from '../test-rows.js';
import { Simulations } from './simulations.js';

@Injectable()
export class CustomerSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: TestRows,
  ) {}

  onModuleInit(): void {
    for (const event of [customerCreated, customerUpdated]) {
      this.simulations.add(event, {
        find: (tenant, { customer_id: id }) => this.rows.pick(Customer, tenant, id),
        show: (_tenant, customer) => ({ customer: presentCustomer(customer) }),
      });
    }
  }
}
