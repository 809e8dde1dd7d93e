import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Bill } from '../../bills/bill.entity.js';
import { toBillDto } from '../../bills/bill.mapper.js';
import { billCreated, billUpdated } from '../../bills/bills.events.js';
import { SandboxRepositories } from '../sandbox-repositories.js';
import { Simulations } from './simulations.js';

@Injectable()
export class BillSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: SandboxRepositories,
  ) {}

  onModuleInit(): void {
    for (const event of [billCreated, billUpdated]) {
      this.simulations.add(event, {
        find: (tenant, { bill_id: id }) => this.rows.findOrNewest(Bill, tenant, id),
        show: (_tenant, bill) => ({ bill: toBillDto(bill) }),
      });
    }
  }
}
