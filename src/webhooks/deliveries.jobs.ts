import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../queue/rounds.js';
import { DeliveryRetention } from './delivery-retention.service.js';

@Injectable()
export class DeliveriesJobs {
  private readonly retention = new Rounds('old deliveries');

  constructor(private readonly deliveries: DeliveryRetention) {}

  @Interval(10 * 60_000)
  deleteOld(): Promise<void> {
    return this.retention.run(() => this.deliveries.deleteOld());
  }
}
