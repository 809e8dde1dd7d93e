import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { InvoicesService } from './invoices.service.js';

@Injectable()
export class InvoicesJobs {
  private readonly due = new Rounds('overdue invoices');

  constructor(private readonly invoices: InvoicesService) {}

  @Interval(30_000)
  markOverdue(): Promise<void> {
    return this.due.run(() => this.invoices.markOverdue());
  }
}
