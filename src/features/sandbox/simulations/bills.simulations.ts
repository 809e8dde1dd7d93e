import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Bill } from '../../bills/bill.entity.js';
import { presentBill } from '../../bills/bill.presenter.js';
import { billCreated, billUpdated } from '../../bills/bills.events.js';
import { TestRows } from '../test-rows.js';
import { Simulations } from './simulations.js';

@Injectable()
export class BillSimulations implements OnModuleInit {
  constructor(
    private readonly simulations: Simulations,
    private readonly rows: TestRows,
  ) {}

  onModuleInit(): void {
    for (const event of [billCreated, billUpdated]) {
      this.simulations.add(event, {
        find: (tenant, { bill_id: id }) => this.rows.pick(Bill, tenant, id),
        show: (_tenant, bill) => ({ bill: presentBill(bill) }),
      });
    }
  }
}
