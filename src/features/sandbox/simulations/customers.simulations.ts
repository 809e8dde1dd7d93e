import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Customer } from '../../customers/customer.entity.js';
import { toCustomerDto } from '../../customers/customer.mapper.js';
import { customerCreated, customerUpdated } from '../../customers/customers.events.js';
import { SandboxRepositories } from '../sandbox-repositories.js';
import { Simulations } from './simulations.js';

@Injectable()
export class CustomerSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: SandboxRepositories,
  ) {}

  onModuleInit(): void {
    for (const event of [customerCreated, customerUpdated]) {
      this.simulations.add(event, {
        find: (tenant, { customer_id: id }) => this.rows.findOrNewest(Customer, tenant, id),
        show: (_tenant, customer) => ({ customer: toCustomerDto(customer) }),
      });
    }
  }
}
