import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Rounds } from '../../../platform/jobs/rounds.js';
import { CarrierCallsService } from './carrier-calls.service.js';

@Injectable()
export class CarrierCallsJobs {
  private readonly retention = new Rounds('old carrier calls');

  constructor(private readonly calls: CarrierCallsService) {}

  @Interval(10 * 60_000)
  dropOld(): Promise<void> {
    return this.retention.run(() => this.calls.dropOld());
  }
}
