import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../platform/jobs/rounds.js';
import { DeliveryRetentionService } from './delivery-retention.service.js';

@Injectable()
export class DeliveriesJobs {
  private readonly retention = new Rounds('old deliveries');

  constructor(private readonly deliveries: DeliveryRetentionService) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retention.run(async () => {
      await this.deliveries.deleteOld();
      await this.deliveries.dropOldPartitions();
    });
  }
}
