import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { DeliveryRetention } from './delivery-retention.service.js';

@Injectable()
export class DeliveriesJobs {
  private readonly retention = new Rounds('old deliveries');

  constructor(private readonly deliveries: DeliveryRetention) {}

  @Interval(10 * 60_000)
  forgetOld(): Promise<void> {
    return this.retention.run(async () => {
      await this.deliveries.deleteOld();
      await this.deliveries.dropOld();
    });
  }
}
